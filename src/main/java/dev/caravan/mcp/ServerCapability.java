package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A capability that the server declares; one bean each, beside what serves it. Declare nothing that is not answered. */
public interface ServerCapability {

    /** The member of {@code capabilities}, for example {@code tools}; several beans may share one, such as {@code extensions}. */
    String name();

    /** Its value, for example {@code {"listChanged":true}}. */
    ObjectNode declaration();

    /** Whether it is there at the moment, and that revision has it. */
    default boolean isOffered(Revision revision) {
        return true;
    }
}
