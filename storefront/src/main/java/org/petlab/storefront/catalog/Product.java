package org.petlab.storefront.catalog;

/** A kind of animal. What is sold are its items. */
public record Product(String id, String categoryId, String name, String description) {}
