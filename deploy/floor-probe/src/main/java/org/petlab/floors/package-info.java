/**
 * An application without any business: it does by itself what each order-processing store on a bed
 * has to do, so that it can be measured how often in a second that can be done here.
 *
 * <p>{@link org.petlab.floors.BareStep} takes a message, inserts a row and sends a message in one
 * transaction; {@link org.petlab.floors.Sends} sends outside of any; {@link
 * org.petlab.floors.Echoes} calls {@link org.petlab.floors.HttpEcho} and {@link
 * org.petlab.floors.SoapEcho} on the listener for services of this server. {@link
 * org.petlab.floors.FloorResource} has the calls by which the lab starts them. Only a bed that is
 * started in order to measure floors has it, and {@link org.petlab.floors.EntranceFilter} lets in
 * who has a secret of that bed.
 */
package org.petlab.floors;
