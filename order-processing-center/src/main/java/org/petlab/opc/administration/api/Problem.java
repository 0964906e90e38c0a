package org.petlab.opc.administration.api;

/** Why a call was refused, in a sentence. */
public record Problem(int status, String message) {}
