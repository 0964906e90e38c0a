/**
 * The administration for people, under {@code /opc/admin}: one servlet a page. They call what the
 * REST resource calls and hold no rule of their own; who may come in is the container's business.
 */
package org.petlab.opc.administration.pages;
