package org.petlab.storefront.catalog;

/** A shelf of the store. */
public record Category(String id, String name, String description) {}
