package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Declares one capability of the server, beside the code that serves it. Declare only what the server answers. */
public interface ServerCapability {

    /** Returns the member of {@code capabilities}, for example {@code tools}. Several beans may share one, such as {@code extensions}. */
    String name();

    /** Returns the value for a client of this revision, for example {@code {"listChanged":true}}; an empty object by default. */
    default ObjectNode declaration(Revision revision) {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns whether MCP instances have the capability too. */
    default boolean isOfInstances() {
        return false;
    }

    /** Returns whether the capability is available now and exists in this revision. */
    default boolean isOffered(Revision revision) {
        return true;
    }
}
