package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.intelligence.index.StoredChunk;

/**
 * A piece of code that may be what somebody looks for.
 *
 * @param relevance above 0, at most 1
 * @param source    the ranking that speaks most for it: keyword, vector, graph or ckb
 * @param distance  calls between it and what was found by text; 0 for that itself
 */
record Candidate(StoredChunk chunk, double relevance, String source, int distance) {

    ObjectNode json(String content) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("file", chunk.path());
        json.put("relevance", Math.round(relevance * 10_000) / 10_000.0);
        json.put("content", content);
        String symbol = chunk.symbol();
        if (!symbol.isEmpty()) {
            json.put("symbol", symbol.substring(symbol.indexOf('#') + 1));
        }
        return json.put("line_start", chunk.firstLine()).put("line_end", chunk.lastLine()).put("source", source).put("distance", distance);
    }
}
