package dev.caravan.envelope;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What results of the intelligence family hold beside their error where the tool's route did not get to say it itself. */
public interface FailedMembers {

    /** A new node, with a {@code metadata} that is valid. */
    ObjectNode of(String tool);
}
