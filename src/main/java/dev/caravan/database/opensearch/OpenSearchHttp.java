package dev.caravan.database.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.PageCall;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.database.opensearch.OpenSearchDriver.OpenSearchDatabase;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Message;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Converts between {@link OpenSearchRequest} and camel-http, and between an answer and JSON. */
@Component("openSearchHttp")
public class OpenSearchHttp {

    private static final long NANOS = 1_000_000;
    private static final int LONGEST_TEXT = 300;

    private final OpenSearchDriver databases;

    OpenSearchHttp(OpenSearchDriver databases) {
        this.databases = databases;
    }

    /** Returns the deadline of the call in nanoseconds of {@link System#nanoTime}. All requests of a call share it. */
    public long deadline(@ExchangeProperty("database") String name, @Variable("deadline") Long known) {
        return known == null ? System.nanoTime() + databases.get(name).patience() * NANOS : known;
    }

    /** Returns the URI of camel-http. */
    public String endpoint(@ExchangeProperty("database") String name) {
        return databases.get(name).endpoint();
    }

    /** Turns the body, an {@link OpenSearchRequest}, into a request for camel-http. */
    public void prepare(@Body OpenSearchRequest request, @ExchangeProperty("database") String name, @Variable("deadline") long deadline,
            Exchange exchange) throws OpenSearchException {
        OpenSearchDatabase database = databases.get(name);
        long left = (deadline - System.nanoTime()) / NANOS;
        if (left <= 0) {
            throw new OpenSearchException(408, "timeout", "no time is left");
        }
        Message message = exchange.getMessage();
        message.setHeader(Exchange.HTTP_METHOD, request.method());
        message.setHeader(Exchange.HTTP_PATH, request.path());
        message.setHeader(Exchange.HTTP_QUERY, request.query());
        message.setHeader("Accept", "application/json");
        message.setHeader("Caravan-Limit-Millis", left);
        if (request.body() != null) {
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        }
        database.authorization().ifPresent(authorization -> message.setHeader("Authorization", authorization));
        message.setBody(request.body());
    }

    /**
     * Returns the answer as JSON.
     *
     * @throws OpenSearchException if the answer says that something failed, even if only some shards failed
     */
    public JsonNode answer(@Body InputStream body, @Header(Exchange.HTTP_RESPONSE_CODE) int status,
            @Variable(PageCall.VARIABLE) OpenSearchCall call)
            throws OpenSearchException, IOException {
        JsonNode answer;
        try (InputStream stream = body == null ? InputStream.nullInputStream() : body) {
            answer = status < 300 && call != null && call.reading ? rows(stream, call) : read(stream.readAllBytes(), status);
        }
        if (answer.has("failures")) {
            return answer; // of a delete by query, which tells what it did before it failed
        }
        if (status >= 300 || !answer.isContainerNode()) {
            throw OpenSearchException.of(status, answer.isObject() && answer.has("error") ? answer.get("error") : answer);
        }
        if (answer.path("timed_out").asBoolean()) {
            throw new OpenSearchException(408, "timeout", "timed out");
        }
        if (answer.at("/_shards/failed").asInt() > 0) {
            throw OpenSearchException.of(503, answer.at("/_shards/failures/0/reason"));
        }
        return answer;
    }

    private static JsonNode rows(InputStream stream, OpenSearchCall call) throws OpenSearchException, IOException {
        try {
            BoundedJson.Answer answer = call.database.rows().read(stream, "/hits/hits");
            call.cut |= answer.cut();
            return answer.json();
        } catch (JsonProcessingException e) {
            throw new OpenSearchException(502, "", "the answer is no JSON");
        }
    }

    private static JsonNode read(byte[] body, int status) throws OpenSearchException, IOException {
        if (body.length == 0) {
            return MissingNode.getInstance();
        }
        try {
            return OpenSearchRequest.JSON.readTree(body);
        } catch (JsonProcessingException e) {
            if (status < 300) {
                throw new OpenSearchException(502, "", "the answer is no JSON");
            }
            return TextNode.valueOf(new String(body, 0, Math.min(body.length, LONGEST_TEXT), StandardCharsets.UTF_8));
        }
    }
}
