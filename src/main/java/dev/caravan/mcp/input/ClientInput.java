package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** Asks the client for input while its request runs. Exchange property {@value #PROPERTY}, also in the routes that the request calls. */
public abstract class ClientInput {

    public static final String PROPERTY = "clientInput";

    private final ClientCapabilities capabilities;
    private final Map<InputRequest.InputKind, Integer> numbers = new EnumMap<>(InputRequest.InputKind.class);
    private final Map<String, InputRequest> asked = new LinkedHashMap<>();

    protected ClientInput(ClientCapabilities capabilities) {
        this.capabilities = capabilities;
    }

    /** Returns the input; null if the exchange has no request that may ask for input. */
    public static ClientInput of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ClientInput.class);
    }

    public final ClientCapabilities capabilities() {
        return capabilities;
    }

    /** Returns whether the client is of the modern era. */
    public final boolean isModern() {
        return this instanceof ModernInput;
    }

    /** Returns a key for a question that has none. The key is the same in each round. */
    public final synchronized String nextKey(InputRequest.InputKind kind) {
        return kind.name().toLowerCase(Locale.ROOT) + "-" + numbers.merge(kind, 1, Integer::sum);
    }

    /**
     * Adds a question, which the next {@link #ask} sends.
     *
     * @throws McpException   missing client capability, in the modern era
     * @throws InputException if the client does not support this kind of question
     */
    public final synchronized void add(InputRequest question) throws McpException, InputException {
        if (!capabilities.has(question.capability())) {
            if (isModern()) {
                throw McpException.missingCapability(question.capability());
            }
            throw new InputException(InputException.Reason.UNSUPPORTED, question.capability());
        }
        asked.putIfAbsent(question.key(), question);
    }

    /** Returns {key: question}. Callers must hold the monitor of this object. */
    protected final Map<String, InputRequest> asked() {
        return asked;
    }

    /**
     * Sends the questions that have no answer yet. Never waits. The future may complete on any thread, and may fail with an
     * {@link InputException}.
     *
     * @return {key: answer} of all questions so far
     * @throws InputRequiredException in the modern era, if an answer is missing; the request ends here
     * @throws McpException           if the client can't be asked now
     */
    public abstract CompletableFuture<Map<String, ObjectNode>> ask() throws InputRequiredException, McpException;

    /** Completes when the client has answered a ping, or at once if it can't be pinged. May fail with an {@link InputException}. */
    public CompletableFuture<?> ping() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Records that the request holds one of the places for calls.
     *
     * @param leave releases the place before the request has ended
     */
    public void placed(Runnable leave) {
        // the place is released at the end of the request
    }

    /**
     * Checks at the end of the request whether another result must replace the route's.
     *
     * @throws InterimResultException if the request ends with its own result, such as {@link InputRequiredException}, even if the route
     *                                caught it
     */
    public void check() throws InterimResultException {
        // a waiting call gets its answers from ask
    }

    /** Ends a request that needs the client's input. The answer lists the questions. */
    public static final class InputRequiredException extends InterimResultException {

        /** @param result {@code {resultType:"input_required", inputRequests, requestState}} */
        InputRequiredException(ObjectNode result) {
            super("The client's input is required", "INPUT_REQUIRED", result);
        }
    }
}
