package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.intelligence.index.StoredChunk;

/**
 * A piece of code that may answer a query.
 *
 * @param relevance above 0, at most 1
 * @param source    the ranking that contributes most: keyword, vector, graph or ckb
 * @param distance  number of calls from the text search's results; 0 for one of these
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
