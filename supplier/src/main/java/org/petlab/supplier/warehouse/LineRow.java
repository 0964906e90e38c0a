package org.petlab.supplier.warehouse;

import java.math.BigDecimal;

/** A line of a supplier order. */
public record LineRow(
    String documentId,
    String orderId,
    int number,
    String itemId,
    String description,
    int quantity,
    BigDecimal unitPrice,
    boolean shipped) {}
