/** What holds for every transaction of the applications, whoever manages it. */
package org.petlab.workflow.kernel.transactions;
