package org.petlab.storefront.customers;

/** Who may sign on. */
record Account(String name, PasswordHash password) {}
