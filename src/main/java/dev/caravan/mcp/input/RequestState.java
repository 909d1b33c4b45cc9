package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.ConversationProperties;
import dev.caravan.mcp.session.HmacSigner;
import dev.caravan.store.StoreException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Reads and writes the state that a request carries from earlier rounds, the answers so far, so that any gateway can continue it. The state
 * is signed, expires, and is valid for the same caller, method, name and arguments only.
 */
@Component
class RequestState {

    private static final String PURPOSE = "request-state";
    /** The members of {@code params} that differ between rounds. */
    private static final String[] OF_ROUND = {"_meta", "inputResponses", "requestState"};

    /** Clients may change the order of members between rounds. */
    private static final ObjectMapper SORTED = JsonMappers.sorted();

    private final HmacSigner signer;
    private final Duration ttl;
    private final SecureRandom random = new SecureRandom();

    RequestState(HmacSigner signer, ConversationProperties properties) {
        this.signer = signer;
        this.ttl = properties.stateTtl();
    }

    /**
     * Returns what identifies a request in every round: caller and content. It is computed when first needed, from a copy of the request.
     */
    static Supplier<String> binding(String caller, String apiKey, McpRequest request) {
        ObjectNode params = request.params().deepCopy().without(List.of(OF_ROUND));
        return () -> {
            ObjectNode whole = JsonNodeFactory.instance.objectNode().put("caller", caller).put("instance", apiKey).put("method",
                    request.method());
            whole.set("params", params);
            return SORTED.valueToTree(whole).toString();
        };
    }

    /**
     * Signs the answers.
     *
     * @param answers {key: answer}
     * @throws McpException if they can't be signed now
     */
    String seal(ObjectNode answers, String binding) throws McpException {
        ObjectNode content = JsonNodeFactory.instance.objectNode().put("round", random.nextLong());
        content.set("answers", answers);
        try {
            return signer.seal(content, ttl, PURPOSE, binding);
        } catch (StoreException e) {
            throw McpException.unavailable("The client can't be asked now. Try again later");
        }
    }

    /**
     * Reads the answers.
     *
     * @throws McpException invalid params, if the state was not issued for this request or has expired
     */
    ObjectNode open(String state, String binding) throws McpException {
        try {
            return (ObjectNode) signer.open(state, PURPOSE, binding).orElseThrow(() -> McpException.invalidParams(
                    "Invalid params: requestState does not belong to this request or has expired. Call again without it")).get("answers");
        } catch (StoreException e) {
            throw McpException.unavailable("requestState can't be read now. Try again later");
        }
    }
}
