package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.FailedMembers;
import org.springframework.stereotype.Component;

/** The members of results that failed before their route could say them, such as by arguments that the schema refuses. */
@Component
class FailedIntelligence implements FailedMembers {

    private final Metadata metadata;

    FailedIntelligence(Metadata metadata) {
        this.metadata = metadata;
    }

    @Override
    public ObjectNode of(String tool) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        switch (tool) {
            case "ci_call_chain" -> members.putNull("chain");
            case "ci_index_status" -> members.putArray("workspaces");
            default -> members.putArray("candidates");
        }
        members.set("metadata", metadata.known());
        return members;
    }
}
