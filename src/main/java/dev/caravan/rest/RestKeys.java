package dev.caravan.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.call.AnsweredCalls;
import dev.caravan.mcp.McpException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import javax.crypto.spec.SecretKeySpec;
import org.apache.camel.Exchange;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.security.crypto.encrypt.AesBytesEncryptor;
import org.springframework.security.crypto.encrypt.AesBytesEncryptor.CipherAlgorithm;
import org.springframework.stereotype.Component;

/**
 * Runs a request with the header {@code Idempotency-Key} once. One that comes again with its key gets the first answer. Kept answers are
 * encrypted under the client's key, because they may have the key of an MCP instance. A request that was refused may come again.
 */
@Component("restKeys")
public record RestKeys(AnsweredCalls calls, ObjectMapper mapper) {

    /** Exchange property of a request that has begun with a key. */
    private static final String BEGUN = "restKey";

    /** @param run identifies this run of the request */
    private record Begun(String owner, String key, String run, AesBytesEncryptor cipher) {
    }

    /** The first answer to a request, which ends this one. */
    public static final class AnsweredException extends Exception {

        private final transient JsonNode answer;

        AnsweredException(JsonNode answer) {
            super("The request has run before", null, false, false);
            this.answer = answer;
        }
    }

    /**
     * Begins a request that has a key. The body of the message is the {@link RestRequest}.
     *
     * @throws AnsweredException if the request has its first answer
     * @throws RestFailure       if the key is malformed, belongs to another request, or to one whose answer is not known
     */
    public void begin(Exchange exchange) throws RestFailure, AnsweredException, IOException {
        String given = exchange.getMessage().getHeader(AnsweredCalls.HEADER, String.class);
        if (given == null || "GET".equals(exchange.getMessage().getHeader(Exchange.HTTP_METHOD))) {
            return;
        }
        String key = AnsweredCalls.key(given).orElseThrow(() -> RestError.BAD_REQUEST.of("rest.key"));
        RestRequest request = exchange.getMessage().getBody(RestRequest.class);
        String owner = DigestUtils.sha256Hex(request.caller() + "\0rest");
        Begun begun = new Begun(owner, DigestUtils.sha256Hex(owner + key), UUID.randomUUID().toString(), cipher(owner, key));
        Optional<AnsweredCalls.Before> before = begin(begun, DigestUtils.sha256Hex(exchange.getFromRouteId() + '\0'
                + new TreeMap<>(request.path()) + '\0' + new TreeMap<>(request.query()) + '\0' + request.body()));
        if (before.isEmpty()) {
            exchange.setProperty(BEGUN, begun);
            return;
        }
        byte[] answer = before.get().answer();
        if (answer == null || answer.length == 0) {
            throw RestError.CONFLICT.of(answer == null ? "rest.key.unknown" : "rest.key.notKept");
        }
        throw new AnsweredException(mapper.readTree(begun.cipher().decrypt(answer)));
    }

    private static AesBytesEncryptor cipher(String owner, String key) {
        return new AesBytesEncryptor(new SecretKeySpec(DigestUtils.sha256(key + '\0' + owner), "AES"),
                CipherAlgorithm.GCM.defaultIvGenerator(), CipherAlgorithm.GCM);
    }

    private Optional<AnsweredCalls.Before> begin(Begun begun, String request) throws RestFailure {
        try {
            Optional<AnsweredCalls.Before> before = calls.begin(begun.owner(), begun.key(), request, begun.run());
            if (before.isPresent() && !before.get().request().equals(request)) {
                throw RestError.VALIDATION.of("rest.key.other");
            }
            return before;
        } catch (McpException e) {
            throw new RestFailure(e.status() == 429 ? RestError.TOO_MANY_REQUESTS : RestError.UNAVAILABLE, e.getMessage());
        }
    }

    /** Answers as before. */
    public void again(Exchange exchange) {
        JsonNode answer = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, AnsweredException.class).answer;
        RestCall.ended(exchange, "OK");
        RestCall.answer(exchange, answer.get("status").intValue(), answer.get("body").textValue().getBytes(StandardCharsets.UTF_8));
        if (answer.hasNonNull("tag")) {
            exchange.getMessage().setHeader(RestReply.TAG, answer.get("tag").textValue());
        }
    }

    /** Keeps the answer of a request that has begun with a key. Forgets one that was refused, because nothing was done. */
    public void keep(Exchange exchange) throws JsonProcessingException {
        Begun begun = exchange.getProperty(BEGUN, Begun.class);
        if (begun == null) {
            return;
        }
        Exception caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (caught instanceof RestFailure || caught instanceof RestMeaning) {
            calls.forget(begun.owner(), begun.key());
        } else if (caught == null) {
            byte[] answer = mapper.writeValueAsBytes(mapper.createObjectNode()
                    .put("status", exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class))
                    .put("tag", exchange.getMessage().getHeader(RestReply.TAG, String.class))
                    .put("body", exchange.getMessage().getBody(String.class)));
            calls.keep(begun.run(), answer.length > AnsweredCalls.MOST_ANSWER ? new byte[0] : begun.cipher().encrypt(answer));
        }
    }
}
