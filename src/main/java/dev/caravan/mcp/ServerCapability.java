package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A capability that the server declares; one bean each, beside what serves it. Declare nothing that is not answered. */
public interface ServerCapability {

    /** The member of {@code capabilities}, for example {@code tools}; several beans may share one, such as {@code extensions}. */
    String name();

    /** Its value toward a client of that revision, for example {@code {"listChanged":true}}. */
    ObjectNode declaration(Revision revision);

    /** Whether MCP instances have it too, not only the gateway itself. */
    default boolean isOfInstances() {
        return false;
    }

    /** Whether it is there at the moment, and that revision has it. */
    default boolean isOffered(Revision revision) {
        return true;
    }
}
