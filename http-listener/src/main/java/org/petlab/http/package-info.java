/**
 * What a request must be before a thread of the server works on it. Payara takes this bundle into
 * the chain of every HTTP listener that has {@code comet-support-enabled}: {@link
 * org.petlab.http.ListenerAddOn} takes the place of Grizzly's add-on of that name, which nothing
 * here uses; Payara has no other way to add to a listener's chain.
 *
 * <p>In the order of a request: {@link org.petlab.http.AddressFilter} refuses methods and addresses
 * that nobody serves, {@link org.petlab.http.BodyFilter} forwards a request only when its body is
 * there, and not while very many wait already. In the order of an answer: {@link
 * org.petlab.http.HeadersFilter} completes the headers of answers that no application has made.
 */
package org.petlab.http;
