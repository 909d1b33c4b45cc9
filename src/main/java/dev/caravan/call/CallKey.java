package dev.caravan.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.store.StoreException;
import java.io.IOException;
import java.util.UUID;
import org.apache.camel.Exchange;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The idempotency key of one call, from {@code _meta} or the header {@code Idempotency-Key}, or else from the message of a bus. A call that
 * comes again with its key gets the first answer and does not run again.
 */
final class CallKey {

    static final String META = "dev.caravan/idempotencyKey";

    private static final Logger LOG = LoggerFactory.getLogger(CallKey.class);
    private static final ObjectMapper EXACT = JsonMappers.exact();
    private static final String UNKNOWN = "A call with this idempotency key has begun, and its answer is not known. It was not run again. "
            + "Send it again later; if the answer stays unknown, check the effect of the first call";
    private static final String NOT_KEPT = "A call with this idempotency key has run. Its answer is not kept, because it has more than "
            + AnsweredCalls.MOST_ANSWER / 1024
            + " KB. It was not run again; check the effect of the first call";

    private static final String REDELIVERED = "The call was redelivered and had begun before. Its end is unknown, and it was not run again."
            + " Check its effect";

    private final AnsweredCalls keys;
    private final Redelivery message;
    private final String owner;
    private final String key;
    private final String request;
    private final String run = UUID.randomUUID().toString();
    private boolean begun;

    /**
     * @param message message of a bus; null on other transports
     * @param owner   hash of the caller; null if the client sent no key
     * @param key     null for a message without an id
     */
    private CallKey(AnsweredCalls keys, Redelivery message, String owner, String key, String request) {
        this.keys = keys;
        this.message = message;
        this.owner = owner;
        this.key = key;
        this.request = request;
    }

    /**
     * Returns the key of the call; null if it has none.
     *
     * @throws McpException invalid params, if the client's key has another form
     */
    static CallKey of(Exchange exchange, McpRequest request, AnsweredCalls keys) throws McpException {
        JsonNode meta = request.meta().get(META);
        String header = exchange.getMessage().getHeader(AnsweredCalls.HEADER, String.class);
        Redelivery message = Redelivery.of(exchange);
        Object place = exchange.getProperty(Exchange.SPLIT_INDEX); // the calls of a batch share the header and the message
        String hash = DigestUtils.sha256Hex(request.params().path("name") + "\0" + request.params().path("arguments"));
        if (meta == null && header == null) {
            return message == null ? null
                    : new CallKey(keys, message, null, message.key() == null ? null : message.key() + "/" + place, hash);
        }
        String given = AnsweredCalls.key(meta != null ? meta.isTextual() ? meta.textValue() : "" : header).orElseThrow(() -> McpException
                .invalidParams("Invalid params: the idempotency key must be 1 to 255 characters of ASCII without spaces"));
        String key = given + (meta != null || place == null ? "" : "#" + place);
        String owner = exchange.getProperty(CallContext.CALLER, String.class) + '\0'
                + exchange.getProperty(McpRequest.API_KEY, "", String.class);
        return new CallKey(keys, message, DigestUtils.sha256Hex(owner), DigestUtils.sha256Hex(owner + '\0' + key), hash);
    }

    /**
     * Records that the call begins.
     *
     * @param repeatable whether the call may run twice; a message that comes again then runs again, unless its client sent a key
     * @throws EarlierAnswer if the call has its first answer
     * @throws McpException  if the key belongs to another call, the answer is not known or not kept, there are too many keys, or the store
     * is unavailable
     */
    void begin(boolean repeatable) throws McpException, EarlierAnswer {
        if (owner == null && repeatable) {
            return;
        }
        boolean once = message != null && !repeatable;
        if (once && !message.isFlagged() && !keys.areStored()) {
            throw McpException.failed("Tools that change data require a database on this bus. Set caravan.store.url; "
                    + "without it, a redelivered message could run them twice");
        }
        AnsweredCalls.Before before = before();
        if (before == null) {
            if (once && message.isRedelivered() && (key == null || !keys.areStored())) {
                throw McpException.failed(REDELIVERED);
            }
            begun = true;
            if (message != null) {
                message.begun();
            }
            return;
        }
        if (!before.request().equals(request)) {
            throw McpException.invalidParams(
                    "Invalid params: this idempotency key belongs to a call with another tool or other arguments. Use a new key for "
                            + "another call");
        }
        if (before.answer() == null) {
            throw McpException.failed(owner == null ? REDELIVERED : UNKNOWN);
        }
        if (before.answer().length == 0) {
            throw McpException.failed(NOT_KEPT);
        }
        try {
            throw new EarlierAnswer((ObjectNode) EXACT.readTree(before.answer()));
        } catch (IOException e) {
            throw McpException.failed(UNKNOWN);
        }
    }

    private AnsweredCalls.Before before() throws McpException {
        try {
            return key == null ? null : keys.begin(owner, key, request, run).orElse(null);
        } catch (StoreException e) {
            if (message != null) {
                message.preventedBy(Redelivery.Obstacle.STORE, "The gateway's database can't be reached");
            }
            throw McpException.unavailable(
                    "The call was not run because the gateway can't check now whether it has run before. Send it again later");
        }
    }

    /** Returns whether the call has begun with a key that its client sent. */
    boolean isKnownToClient() {
        return begun && owner != null;
    }

    /** Stores the first answer, if this call has begun. */
    void keep(ObjectNode answer) {
        if (begun && key != null) {
            try {
                byte[] json = EXACT.writeValueAsBytes(answer);
                keys.keep(run, owner != null && json.length > AnsweredCalls.MOST_ANSWER ? new byte[0] : json);
            } catch (JsonProcessingException e) {
                LOG.error("Answer not stored for its idempotency key", e);
            }
        }
    }

    /** Forgets the key of a call that did not run or waits for its client, if this call has begun. */
    void forget() {
        if (begun && key != null) {
            keys.forget(owner, key);
        }
        if (begun && message != null) {
            message.revoked();
        }
    }
}
