/**
 * What a person at the supplier sees and does: the inventory, with goods that arrive and pieces
 * that are counted, the orders, the shipments and the invoices. Lists are cut by keys, not by page
 * numbers, so that a million past orders make none of them slow.
 */
package org.petlab.supplier.warehouse;
