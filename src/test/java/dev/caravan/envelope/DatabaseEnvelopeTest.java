package dev.caravan.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseEnvelopeTest {

    private final ObjectNode nothing = JsonNodeFactory.instance.objectNode();

    @ParameterizedTest
    @CsvSource({"INVALID_ARGUMENT,query_error", "FORBIDDEN,permission_error", "DB_ERROR,connection_error",
        "UPSTREAM_ERROR,connection_error"})
    void codesMapToTypes(ErrorCode code, String type) {
        assertThat(wrapped(code, nothing)).isEqualTo("{\"success\":false,\"error\":{\"type\":\"" + type + "\",\"message\":\"m\"}}");
    }

    @Test
    void failureMayNameItsTypeAndATimeoutIsATimeoutError() {
        assertThat(wrapped(ErrorCode.DB_ERROR, nothing.deepCopy().put("type", "integrity_error"))).contains("integrity_error");
        assertThat(wrapped(ErrorCode.UPSTREAM_ERROR, nothing.deepCopy().put("timeoutMs", 5_000))).contains("timeout_error");
    }

    @Test
    void shortenedPageHasMore() {
        ObjectNode page = JsonNodeFactory.instance.objectNode().put("count", 2).put("has_more", false);
        ObjectNode cut = JsonNodeFactory.instance.objectNode().put("traceId", "t").put("truncated", true).put("returned", 1);
        assertThat(new Envelope.Database().wrap(new Outcome.Success(page), cut, Locale.ENGLISH).toString())
                .isEqualTo("{\"success\":true,\"count\":2,\"has_more\":true,\"truncated\":true,\"returned\":1}");
        assertThat(
                new Envelope.Database().wrap(new Outcome.Success(page), JsonNodeFactory.instance.objectNode(), Locale.ENGLISH).toString())
                .isEqualTo("{\"success\":true,\"count\":2,\"has_more\":false}");
    }

    private static String wrapped(ErrorCode code, ObjectNode detail) {
        ObjectNode meta = JsonNodeFactory.instance.objectNode().put("traceId", "t");
        return new Envelope.Database().wrap(new Outcome.Failure(code, Text.words("m"), detail), meta, Locale.ENGLISH).toString();
    }
}
