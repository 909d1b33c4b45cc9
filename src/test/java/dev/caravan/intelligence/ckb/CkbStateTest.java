package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is known of CKB, and how results say it. */
class CkbStateTest {

    private final CkbProperties properties = properties(true, 60);
    private final CircuitBreaker breaker = new CkbConfiguration().ckbBreaker(properties);
    private final CkbState state = new CkbState(breaker, properties);

    @Test
    void beforeTheFirstCallNoHealthCheckHasPassed() {
        assertThat(state.known()).isEqualTo(CkbAnswer.failed("health_check_failed", "CKB's health has not been checked yet"));
        assertThat(new CkbState(breaker, properties(false, 60)).known())
                .isEqualTo(CkbAnswer.failed("disabled", null));
    }

    @Test
    void oneFailureOpensTheBreakerForTheWholeCoolDown() {
        breaker.onError(1, TimeUnit.MILLISECONDS, new CkbException(CkbAnswer.failed("mcp_error", "broken"), true, null));

        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(state.known()).isEqualTo(CkbAnswer.coolingDown(60, "broken"));
        assertThat(state.unavailable(null)).isEqualTo(CkbAnswer.coolingDown(60, "broken"));
        assertThat(state.failure()).isEqualTo(CkbAnswer.failed("mcp_error", "broken"));
    }

    @Test
    void otherFailuresDoNotOpenTheBreaker() {
        breaker.onError(1, TimeUnit.MILLISECONDS, new CkbException(CkbAnswer.failed("connection_timeout", "impatient"), false, null));
        breaker.onError(1, TimeUnit.MILLISECONDS, new InterruptedException());

        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(state.known().lastError()).doesNotContain("impatient");
    }

    @Test
    void metadataOmitsEmptyFields() {
        assertThat(metadata(CkbAnswer.of(true, List.of(), List.of()))).isEqualTo("{\"ckb_available\":true}");
        assertThat(metadata(CkbAnswer.failed("disabled", null)))
                .isEqualTo("{\"ckb_available\":false,\"ckb_fallback_reason\":\"disabled\"}");
        assertThat(metadata(CkbAnswer.failed("connection_timeout", "Connection timeout after 5000ms")))
                .isEqualTo(
                        "{\"ckb_available\":false,\"ckb_fallback_reason\":\"connection_timeout\",\"ckb_last_error\":\"Connection timeout "
                                + "after 5000ms\"}");
        assertThat(metadata(CkbAnswer.coolingDown(45, "broken")))
                .isEqualTo(
                        "{\"ckb_available\":false,\"ckb_fallback_reason\":\"cooldown\",\"ckb_last_error\":\"broken\","
                                + "\"ckb_cooldown_remaining_s\":45}");
    }

    @Test
    void coolDownIsOneToSixtySeconds() {
        assertThatThrownBy(() -> properties(true, 0)).hasMessageContaining("1s to 60s");
        assertThatThrownBy(() -> properties(true, 61)).hasMessageContaining("1s to 60s");
    }

    private String metadata(CkbAnswer answer) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        state.metadata(metadata, answer);
        return metadata.toString();
    }

    private static CkbProperties properties(boolean enabled, int cooldown) {
        return new CkbProperties(enabled, "ckb", Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(cooldown),
                Duration.ofSeconds(30));
    }
}
