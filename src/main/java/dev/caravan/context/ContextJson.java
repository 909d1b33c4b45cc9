package dev.caravan.context;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.store.Store;
import org.springframework.dao.DataAccessException;

/** JSON on its way to and from PostgreSQL. Numbers keep their digits. */
final class ContextJson {

    private final ObjectMapper mapper;

    ContextJson(ObjectMapper mapper) {
        // documents grow by several calls, each within the limits of a request
        JsonFactory unlimited = JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(10_000).maxNumberLength(200_000).maxStringLength(Integer.MAX_VALUE).build()).build();
        this.mapper = mapper.copyWith(unlimited).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    }

    String write(JsonNode json) {
        try {
            return mapper.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    JsonNode read(String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is written. */
    interface Writing<T, E extends Exception> {
        T run() throws E, ContextFailure;
    }

    /** @throws ContextFailure MALFORMED if the database can't hold that as JSON */
    static <T, E extends Exception> T kept(Writing<T, E> writing) throws E, ContextFailure {
        try {
            return writing.run();
        } catch (DataAccessException e) {
            String state = Store.sqlState(e);
            if (state.startsWith("22")) {
                throw ContextFailure.malformed("context.notKept");
            }
            if (state.startsWith("54")) {
                throw ContextFailure.malformed("context.tooLarge");
            }
            throw e;
        }
    }
}
