package dev.caravan.context;

import dev.caravan.call.CallContext;
import org.apache.camel.Exchange;

/**
 * Who changes a context, and how.
 *
 * @param verb     create, update, delete, replace or undo
 * @param caller   name of the caller: of the key, of the token, or {@code mcp:ID} for whoever has only the key of an MCP instance
 * @param instance id of the MCP instance; null over REST
 * @param tool     name of the instance's tool; null over REST
 */
record ChangeOrigin(String verb, String caller, Long instance, String tool) {

    private static final int LONGEST_CALLER = 256;

    ChangeOrigin {
        caller = caller.length() <= LONGEST_CALLER ? caller : caller.substring(0, caller.offsetByCodePoints(0, caller.codePointCount(0, LONGEST_CALLER)));
    }

    static ChangeOrigin overRest(String verb, String caller) {
        return new ChangeOrigin(verb, caller, null, null);
    }

    /** Reads the properties and variables of a bound tool's call. */
    static ChangeOrigin ofTool(String verb, Exchange exchange) {
        return new ChangeOrigin(verb, exchange.getProperty(CallContext.CALLER, "", String.class), exchange.getVariable("instance", Long.class), exchange.getVariable("toolName", String.class));
    }
}
