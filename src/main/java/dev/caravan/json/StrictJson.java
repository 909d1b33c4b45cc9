package dev.caravan.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Bytes to JSON, refusing what isn't JSON, isn't Unicode or is nested more than 100 deep (contracts, section 8). */
@Component
public class StrictJson {

    static final int MAX_DEPTH = 100;

    private final ObjectReader reader;

    public StrictJson(ObjectMapper mapper) {
        var factory = new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                .build();
        this.reader = mapper.copyWith(factory).reader()
                .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .forType(JsonNode.class);
    }

    public JsonNode read(byte[] body) throws MalformedJsonException {
        if (!UnicodeText.isWellFormed(body)) {
            throw new MalformedJsonException("the body is not well-formed Unicode (UTF-8, surrogates in pairs)");
        }
        try {
            JsonNode json = reader.readValue(body);
            if (json == null || json.isMissingNode()) {
                throw new MalformedJsonException("the body is empty");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(reason(e));
        } catch (IOException e) {
            throw new MalformedJsonException("not JSON");
        }
    }

    private static String reason(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return "nested deeper than " + MAX_DEPTH + ", or a number or name that is too long";
        }
        var where = e.getLocation();
        return where == null
                ? "not JSON"
                : "not JSON at line " + where.getLineNr() + ", column " + where.getColumnNr();
    }
}
