package org.petlab.transactions;

import javax.transaction.xa.XAResource;

/** What may befall one transaction. */
public interface TransactionFaults {
  /** Nothing. */
  TransactionFaults NONE =
      new TransactionFaults() {
        @Override
        public XAResource around(XAResource resource) {
          return resource;
        }

        @Override
        public XAResource aroundLastAgent(XAResource resource) {
          return resource;
        }

        @Override
        public void committed() {}
      };

  /** What is enlisted and delisted in the place of the resource: equal each time. */
  XAResource around(XAResource resource);

  /** The same for a resource without XA, which commits alone when all others have prepared. */
  XAResource aroundLastAgent(XAResource resource);

  /** The transaction has been committed and its caller does not know it yet. */
  void committed();
}
