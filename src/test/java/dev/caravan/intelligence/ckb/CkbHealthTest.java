package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.intelligence.ckb.Asking.Asked;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One question checks the health of CKB for all others, before CKB is asked anything else. */
@Tag("full")
class CkbHealthTest extends PatientCkbTest {

    @Test
    void callWithoutNamesOrDepthChecksHealthOnly() {
        int before = FakeCkb.requests(SHOP.directory()).size();
        assertThat(asking.ask(Asking.STATE).answer()).isEqualTo(new CkbAnswer(true, null, null, null, true, List.of(), List.of()));
        assertThat(asking.ask("pay", "both", 0).available()).isTrue();
        assertThat(FakeCkb.requests(SHOP.directory())).as("it was checked a moment ago").hasSize(before);

        forgetHealth();
        assertThat(asking.ask(Asking.STATE).answer().available()).isTrue();
        assertThat(FakeCkb.requests(SHOP.directory())).hasSize(before + 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "unhealthy; CKB reports that it is unhealthy: lsp",
        "envelope-error getStatus; CKB reports: the index is being rebuilt",
        "rpc-error getStatus; tool not found: getStatus",
        "garbage-envelope getStatus; CKB's answer is not an envelope",
        "crash getStatus; concurrent map writes"})
    void failedHealthCheckIsReported(String behaviour, String words) {
        FakeCkb.behave(SHOP.directory(), behaviour);
        forgetHealth();
        CkbAnswer answer = asking.ask(Asking.STATE).answer();

        assertThat(answer.reason()).isEqualTo("health_check_failed");
        assertThat(answer.lastError()).contains(words);
        assertThat(asking.ask(Asking.STATE).answer().reason()).isEqualTo("cooldown");
    }

    @Test
    void anotherCallerTakesOverAnInterruptedHealthCheck() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang getStatus");
        forgetHealth();
        int before = FakeCkb.requests(SHOP.directory(), "getStatus").size();
        Thread caller = new Thread(() -> asking.ask(question("pay")));
        caller.start();
        awaitRequest("getStatus", before);
        Future<Asked> waiting = asked();
        await().until(() -> turns.count() == 2);
        caller.interrupt();
        await().until(() -> !caller.isAlive());
        FakeCkb.behave(SHOP.directory());

        assertThat(waiting.get().answer()).extracting(CkbAnswer::available, CkbAnswer::lastError).containsExactly(true, null);
        assertThat(FakeCkb.requests(SHOP.directory(), "getStatus")).hasSize(before + 2);
        assertThat(ckbBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
}
