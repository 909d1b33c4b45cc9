package dev.caravan.database.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.PageCall;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** What a request to OpenSearch needs from the settings, and its answer as JSON. */
@Component("openSearchHttp")
public class OpenSearchHttp {

    private final OpenSearchDriver databases;

    OpenSearchHttp(OpenSearchDriver databases) {
        this.databases = databases;
    }

    /** Returns the URI of camel-http. */
    public String endpoint(@ExchangeProperty("database") String name) {
        return databases.get(name).endpoint();
    }

    /** Returns the header of Basic authentication; null without a user. */
    public String authorization(@ExchangeProperty("database") String name) {
        DatabaseProperties.Database settings = databases.get(name).settings();
        if (settings.username() == null || settings.username().isBlank()) {
            return null;
        }
        String credentials = settings.username() + ":" + (settings.password() == null ? "" : settings.password());
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the answer as JSON.
     *
     * @throws OpenSearchException if the answer says that something failed, even if only some shards failed
     */
    public JsonNode answer(@Body InputStream body, @Header(Exchange.HTTP_RESPONSE_CODE) int status,
            @Variable(PageCall.VARIABLE) OpenSearchCall call) throws OpenSearchException, IOException {
        JsonNode answer;
        try (InputStream stream = body == null ? InputStream.nullInputStream() : body) {
            answer = status < 300 && call != null && call.reading ? rows(stream, call) : OpenSearchRequest.JSON.readTree(stream);
        } catch (JsonProcessingException e) {
            throw new OpenSearchException(status < 300 ? 502 : status, "", "the answer of status " + status + " is no JSON");
        }
        if (answer.has("failures")) {
            return answer; // of a delete by query, which tells what it did before it failed
        }
        if (status >= 300 || !answer.isContainerNode()) {
            throw OpenSearchException.of(status, answer.path("error").isMissingNode() ? answer : answer.get("error"));
        }
        if (answer.path("timed_out").asBoolean()) {
            throw new OpenSearchException(408, "timeout", "timed out");
        }
        if (answer.at("/_shards/failed").asInt() > 0) {
            throw OpenSearchException.of(503, answer.at("/_shards/failures/0/reason"));
        }
        return answer;
    }

    private static JsonNode rows(InputStream stream, OpenSearchCall call) throws IOException {
        BoundedJson.Answer answer = call.database.rows().read(stream, "/hits/hits");
        call.cut |= answer.cut();
        return answer.json();
    }
}
