package dev.caravan.source.mcp;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.envelope.LateException;
import dev.caravan.envelope.UpstreamException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Late calls end the connection to a server on HTTP only if the server answers no ping either. */
@Tag("nightly")
class WebServerLateCallsTest extends WebServerTest {

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stopCallers() {
        callers.shutdownNow();
    }

    @Test
    void slowCallsDoNotAffectOtherCallers() throws Exception {
        call();
        mode = "slow";
        List<Future<String>> slow = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            slow.add(callers.submit(() -> call("slow")));
        }
        await().until(() -> waiting.size() == 3);
        Instant later = Instant.now().plus(Duration.ofSeconds(1));
        await().until(() -> Instant.now().isAfter(later));
        Future<String> held = callers.submit(this::callHeld);
        await().atMost(60, SECONDS).until(() -> waiting.contains("held"));

        for (Future<String> call : slow) {
            assertThatThrownBy(() -> call.get(20, SECONDS)).hasMessageContaining("2000 ms");
        }
        await().atMost(60, SECONDS).until(() -> methods.contains("ping"));
        assertThat(held).isNotDone();
        released.countDown();

        assertThat(held.get(60, SECONDS)).isEqualTo("answer");
        assertThat(call()).isEqualTo("answer");
        assertThat(sessions).hasValue(1);
        assertThat(servers.statuses().get("web").state()).isEqualTo(UpstreamServer.State.CONNECTED);
    }

    /** Calls again after a timeout, which comes before the release on a busy machine. Any other failure ends it. */
    private String callHeld() throws Exception {
        for (;;) {
            try {
                return call("held");
            } catch (LateException late) {
                assertThat(released.getCount()).as("released").isPositive();
            }
        }
    }

    @Test
    void hangingServerTimesOut() throws Exception {
        call();
        mode = "hang";
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(this::call).isInstanceOf(UpstreamException.class).hasMessageContaining("2000 ms");
        }

        await().until(() -> sessions.get() == 2);
        assertThat(methods).contains("ping");
        mode = "json";
        assertThat(call()).isEqualTo("answer");
    }
}
