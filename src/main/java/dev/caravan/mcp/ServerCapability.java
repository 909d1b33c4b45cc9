package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A capability that the server declares; one bean each, beside what serves it. Declare nothing that is not answered. */
public interface ServerCapability {

    /** The member of {@code capabilities}, for example {@code tools}. */
    String name();

    /** Its value, for example {@code {"listChanged":true}}. */
    ObjectNode declaration();
}
