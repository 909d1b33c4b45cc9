package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Body;
import org.springframework.stereotype.Component;

/**
 * Reads the answers of CKB's tools: one text with a JSON object that has {@code data}, or {@code error} for a failure. CKB does not set
 * {@code isError}.
 */
@Component("ckbEnvelope")
public record CkbEnvelope(StrictJson json) {

    /** Returns the data of a {@code CallToolResult}. */
    public JsonNode data(@Body JsonNode result) throws UpstreamException {
        JsonNode envelope = read(result.at("/content/0/text").asText());
        JsonNode error = envelope.path("error");
        if (!error.isMissingNode() && !error.isNull()) {
            throw new UpstreamException("CKB reports: " + (error.isTextual() ? error.textValue() : error.toString()));
        }
        if (!envelope.path("data").isObject()) {
            throw new UpstreamException("CKB's answer has no data");
        }
        return envelope.get("data");
    }

    private JsonNode read(String text) throws UpstreamException {
        try {
            JsonNode envelope = json.read(text.getBytes(StandardCharsets.UTF_8));
            if (envelope.isObject()) {
                return envelope;
            }
        } catch (MalformedJsonException e) {
            throw new UpstreamException("CKB's answer is not an envelope: " + e.getMessage());
        }
        throw new UpstreamException("CKB's answer is not an envelope");
    }
}
