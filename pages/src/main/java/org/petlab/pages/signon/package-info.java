/**
 * Who is there, and how the applications know: Jakarta Security with one mechanism for all three.
 *
 * <ol>
 *   <li>{@code Authenticator} looks at a name and a password; it asks the application's identity
 *       store, and throttles failed attempts.
 *   <li>{@code CurrentUser} is what the session remembers of the answer.
 *   <li>{@code SessionMechanism} tells the container at each request; it reads memory only.
 * </ol>
 *
 * {@code RateLimiter} limits how often an address may ask for what is costly, {@code
 * ConcurrencyLimiter} how much it may have at a time, and {@code PasswordQueue} how many wait for a
 * processor to check or hash a password.
 *
 * <p>An application brings its identity store. The staff's applications also declare {@code
 * StaffSignOn} and {@code StaffSignOff} in their web.xml, and say there which roles may see what.
 */
package org.petlab.pages.signon;
