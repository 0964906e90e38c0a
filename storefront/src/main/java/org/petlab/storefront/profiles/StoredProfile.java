package org.petlab.storefront.profiles;

import java.io.Serializable;

/** A profile, and how often its account had been changed when it was read. */
public record StoredProfile(Profile profile, int changes) implements Serializable {}
