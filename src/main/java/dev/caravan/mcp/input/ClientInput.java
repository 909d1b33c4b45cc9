package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/**
 * What the client of one request can be asked while its request is worked on. Exchange property {@value #PROPERTY}, of the
 * routes too that work on it.
 */
public interface ClientInput {

    String PROPERTY = "clientInput";

    /** Null if the exchange is for no request that may be asked for input. */
    static ClientInput of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ClientInput.class);
    }

    ClientCapabilities capabilities();

    /** Whether the client is of the modern era. */
    boolean isModern();

    /** A key for a question that has none of its own: the same in each round. */
    String nextKey(InputKind kind);

    /**
     * Takes up a question, which is asked by the next {@link #ask}.
     *
     * @throws McpException   missing client capability, in the modern era
     * @throws InputException if the client can't be asked so
     */
    void add(InputRequest question) throws McpException, InputException;

    /**
     * Asks what was taken up and has no answer yet; fails with an {@link InputException}.
     *
     * @return {key: answer}, of all that was asked so far
     * @throws InputRequiredException in the modern era, if an answer isn't there: the request ends here
     * @throws McpException           if it can't be asked now
     */
    CompletableFuture<Map<String, ObjectNode>> ask() throws InputRequiredException, McpException;

    /** Completes when the client has said that it is there; at once where it can't be asked. Fails with an {@link InputException}. */
    default CompletableFuture<?> ping() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * The request has one of the places that there are for calls.
     *
     * @param leave gives the place away before the request has ended
     */
    default void placed(Runnable leave) {
        // it is given away in the end
    }

    /**
     * @throws InputRequiredException if an answer was missing, whatever the route made of it
     * @throws Exception              another that ends the request with a result of its own
     */
    void check() throws Exception;
}
