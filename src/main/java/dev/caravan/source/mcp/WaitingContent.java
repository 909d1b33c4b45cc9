package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.TreeSet;

/**
 * A definition of a resource, template or prompt that waits for approval. Clients don't see it.
 *
 * @param name   URI or template, or the prompt's name at the server
 * @param next   definition as it would be offered
 * @param former definition that is offered now; null for a new one
 */
record WaitingContent(String name, ObjectNode next, ObjectNode former) {

    String reason() {
        return former == null ? "new" : "changed " + String.join(",", changes());
    }

    /** Returns the names of the changed members. */
    Set<String> changes() {
        Set<String> names = new TreeSet<>();
        if (former != null) {
            next.fieldNames().forEachRemaining(names::add);
            former.fieldNames().forEachRemaining(names::add);
            names.removeIf(name -> next.path(name).equals(former.path(name)));
        }
        return names;
    }
}
