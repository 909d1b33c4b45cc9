package dev.caravan.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import dev.caravan.store.Store;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Converts JSON for PostgreSQL and back. Numbers keep their digits. */
@Component
record ContextJson(ObjectMapper mapper) {

    ContextJson {
        mapper = JsonMappers.ofContexts(mapper);
    }

    String write(JsonNode json) {
        return JsonMappers.text(mapper, json);
    }

    JsonNode read(String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A statement that writes JSON. */
    interface Writing<T, E extends Exception> {
        T run() throws E, ContextFailure;
    }

    /** @throws ContextFailure MALFORMED if the database can't store it as JSON */
    static <T, E extends Exception> T kept(Writing<T, E> writing) throws E, ContextFailure {
        try {
            return writing.run();
        } catch (DataAccessException e) {
            String state = Store.sqlState(e);
            if (state.startsWith("22")) {
                throw ContextFailure.Kind.MALFORMED.of("context.notKept");
            }
            if (state.startsWith("54")) {
                throw ContextFailure.Kind.MALFORMED.of("context.notTaken");
            }
            throw e;
        }
    }
}
