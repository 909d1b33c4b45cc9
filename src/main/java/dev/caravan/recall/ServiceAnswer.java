package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An answer of Ontology Query or AOI.
 *
 * @param status HTTP status
 * @param body   unchanged bytes
 * @param json   of a success; otherwise null
 */
public record ServiceAnswer(int status, byte[] body, JsonNode json) {

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
