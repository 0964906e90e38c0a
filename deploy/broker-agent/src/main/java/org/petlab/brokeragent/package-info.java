/** The broker in the JVM of an application server, as the paper had it. */
package org.petlab.brokeragent;
