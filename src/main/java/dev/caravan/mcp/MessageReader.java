package dev.caravan.mcp;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Bytes to JSON, refusing what isn't JSON, isn't Unicode or is nested more than 100 deep (contracts, section 8). */
@Component
class MessageReader {

    static final int MAX_DEPTH = 100;

    private final ObjectReader reader;

    MessageReader(ObjectMapper mapper) {
        var factory = new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                .build();
        this.reader = mapper.copyWith(factory).reader()
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .forType(JsonNode.class);
    }

    /** @throws McpException parse error, naming what is wrong but never quoting the body */
    JsonNode read(byte[] body) throws McpException {
        if (!UnicodeText.isWellFormed(body)) {
            throw McpException.parseError("Parse error: the body is not well-formed Unicode (UTF-8, surrogates in pairs)");
        }
        try {
            JsonNode json = reader.readValue(body);
            if (json == null || json.isMissingNode()) {
                throw McpException.parseError("Parse error: the body is empty");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw McpException.parseError("Parse error: " + reason(e));
        } catch (IOException e) {
            throw McpException.parseError("Parse error");
        }
    }

    private static String reason(JsonProcessingException e) {
        if (e instanceof com.fasterxml.jackson.core.exc.StreamConstraintsException) {
            return "nested deeper than " + MAX_DEPTH + ", or a number or name that is too long";
        }
        var where = e.getLocation();
        return where == null
                ? "not JSON"
                : "not JSON at line " + where.getLineNr() + ", column " + where.getColumnNr();
    }
}
