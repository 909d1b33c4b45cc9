package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** Asks the client for input while its request runs. Exchange property {@value #PROPERTY}, also in the routes that the request calls. */
public interface ClientInput {

    String PROPERTY = "clientInput";

    /** Returns the input; null if the exchange has no request that may ask for input. */
    static ClientInput of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ClientInput.class);
    }

    ClientCapabilities capabilities();

    /** Returns whether the client is of the modern era. */
    boolean isModern();

    /** Returns a key for a question that has none. The key is the same in each round. */
    String nextKey(InputRequest.InputKind kind);

    /**
     * Adds a question, which the next {@link #ask} sends.
     *
     * @throws McpException   missing client capability, in the modern era
     * @throws InputException if the client does not support this kind of question
     */
    void add(InputRequest question) throws McpException, InputException;

    /**
     * Sends the questions that have no answer yet. The future may fail with an {@link InputException}.
     *
     * @return {key: answer} of all questions so far
     * @throws InputRequiredException in the modern era, if an answer is missing; the request ends here
     * @throws McpException           if the client can't be asked now
     */
    CompletableFuture<Map<String, ObjectNode>> ask() throws InputRequiredException, McpException;

    /** Like {@link #ask}, for a thread that others need: it never waits. The future may complete on any thread. */
    default CompletableFuture<Map<String, ObjectNode>> askAside() throws InputRequiredException, McpException {
        return ask();
    }

    /** Completes when the client has answered a ping, or at once if it can't be pinged. May fail with an {@link InputException}. */
    default CompletableFuture<?> ping() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Records that the request holds one of the places for calls.
     *
     * @param leave releases the place before the request has ended
     */
    default void placed(Runnable leave) {
        // the place is released at the end of the request
    }

    /**
     * Checks at the end of the request whether another result must replace the route's.
     *
     * @throws InputRequiredException if an answer was missing, even if the route caught the exception
     * @throws Exception              another exception that ends the request with its own result
     */
    void check() throws Exception;

    /** Ends a request that needs the client's input. The answer lists the questions. */
    public static final class InputRequiredException extends InterimResultException {

        /** @param result {@code {resultType:"input_required", inputRequests, requestState}} */
        InputRequiredException(ObjectNode result) {
            super("The client's input is required", "INPUT_REQUIRED", result);
        }
    }
}
