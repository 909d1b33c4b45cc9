package dev.caravan.bus;

import com.fasterxml.jackson.databind.JsonNode;

/** Messages as the tools of {@link BusGateway} take and answer them. */
final class BusMessages {

    private BusMessages() {
    }

    /** A {@code tools/call} whose id is the word. */
    static String call(String tool, String word) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"" + word + "\",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{\"word\":\"" + word + "\"}}}";
    }

    /** The call with an idempotency key in {@code _meta}. */
    static String keyed(String call, String key) {
        return call.replace("\"params\":{", "\"params\":{\"_meta\":{\"dev.caravan/idempotencyKey\":\"" + key + "\"},");
    }

    /** The data of an answer. */
    static String said(JsonNode answer) {
        return answer.at("/result/structuredContent/data").asText(answer.toString());
    }
}
