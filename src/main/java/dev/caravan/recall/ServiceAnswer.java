package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What Ontology Query or AOI answered.
 *
 * @param status of HTTP
 * @param body   as it came
 * @param json   of a success; else null
 */
public record ServiceAnswer(int status, byte[] body, JsonNode json) {

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
