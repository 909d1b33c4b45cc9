package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Envelope;
import dev.caravan.intelligence.ckb.CkbQuestion;
import dev.caravan.intelligence.ckb.CkbState;
import java.util.List;
import org.apache.camel.ProducerTemplate;
import org.springframework.stereotype.Component;

/**
 * Adds the members of results to calls that failed before their route could add them, for example because the schema refused the arguments.
 */
@Component
record FailedIntelligence(Metadata metadata, CkbState ckbState, ProducerTemplate producer) implements Envelope.FailedMembers {

    private static final CkbQuestion WHETHER_IT_IS_THERE = new CkbQuestion(List.of(), "both", 0);

    /** Checks CKB's health within its time limit, so that the metadata do not report a failed check that nobody made. */
    private void ask() {
        producer.send("direct:ckb-graph", exchange -> exchange.setVariable("ckbQuestion", WHETHER_IT_IS_THERE));
    }

    @Override
    public ObjectNode of(String tool) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        switch (tool) {
            case "ci_call_chain" -> members.putNull("chain");
            case "ci_index_status" -> members.putArray("workspaces");
            default -> members.putArray("candidates");
        }
        if (ckbState.isUnknown()) {
            ask();
        }
        members.set("metadata", metadata.known());
        return members;
    }
}
