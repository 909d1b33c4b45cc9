package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.envelope.UpstreamException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server on HTTP that errs, answers garbage, is silent or goes away costs its call alone, and the next call works. */
@Tag("full")
class UpstreamHttpFailuresTest extends WebServerTest {

    @Test
    void garbageIsAnErrorAndTheNextCallWorks() throws Exception {
        call();
        mode = "garbage";
        Instant begin = Instant.now();
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("its answer is not an MCP message");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
        mode = "json";
        assertThat(call()).isEqualTo("answer");
    }

    @Test
    void hugeNumberIsGarbageAndALoneSurrogateIsNot() throws Exception {
        call();
        mode = "huge";
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("its answer is not an MCP message");
        mode = "cut";
        assertThat(call()).isEqualTo("answer \uFFFD");
    }

    @Test
    void errorNamesTheStatus() throws Exception {
        call();
        mode = "500";
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("HTTP status 500")
                .hasMessageNotContaining("broken");
        mode = "json";
        assertThat(call()).isEqualTo("answer");
    }

    @Test
    void errorNamesTheMissingPermission() {
        mode = "401";
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("uthoriz");
    }

    @Test
    void silentServerTimesOut() throws Exception {
        call();
        mode = "hang";
        Instant begin = Instant.now();
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("2000 ms");
        assertThat(Duration.between(begin, Instant.now())).isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(20));
    }

    @Test
    void tooLargeAnswerIsRefused() throws Exception {
        call();
        mode = "large";
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class);
        mode = "json";
        assertThat(call()).isEqualTo("answer");
    }

    @Test
    void lostServerIsReportedAtOnceAndReconnected() throws Exception {
        call();
        http.stop(0);
        Instant begin = Instant.now();
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class);
        assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("can't be reached");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
        assertThat(servers.statuses().get("web").state()).isEqualTo(UpstreamServer.State.FAILED);
        http = server(port);
        await().until(() -> servers.statuses().get("web").state() == UpstreamServer.State.CONNECTED);
        assertThat(call()).isEqualTo("answer");
    }
}
