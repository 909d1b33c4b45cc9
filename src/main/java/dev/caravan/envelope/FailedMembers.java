package dev.caravan.envelope;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Provides the members of a failed result of the intelligence family when the tool's route did not set them. */
public interface FailedMembers {

    /** Returns a new node with a valid {@code metadata}. */
    ObjectNode of(String tool);
}
