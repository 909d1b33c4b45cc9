package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.intelligence.ckb.Asking.Asked;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A question starts a CKB that is not running; one that does not start fails its health check. */
@Tag("nightly")
class CkbRestartTest extends PatientCkbTest {

    @Test
    void ckbThatCannotStartFailsTheHealthCheck() throws Exception {
        FakeCkb.behave(SHOP.directory(), "exit");
        kill();
        CkbAnswer answer = asking.ask("pay", "both", 1);

        assertThat(answer.reason()).isEqualTo("health_check_failed");
        assertThat(answer.lastError()).contains("exit code 3: CKB can't read its index");
        int starts = FakeCkb.starts(SHOP.directory()).size();
        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("cooldown");
        awaitEndOfCoolDown();
        assertThat(FakeCkb.starts(SHOP.directory())).as("nobody asked").hasSize(starts);

        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("health_check_failed");
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
    }

    @Test
    void nextCallStartsADeadCkb() throws Exception {
        int starts = FakeCkb.starts(SHOP.directory()).size();
        kill();
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
    }

    @Test
    void ckbKilledDuringACallIsUsedAgainAfterTheCoolDown() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang searchSymbols");
        Future<Asked> leader = askedUntilCkbHas("searchSymbols");
        Future<Asked> follower = asked();
        await().atMost(20, TimeUnit.SECONDS).until(() -> turns.count() == 2);
        kill();

        assertThat(leader.get().answer().reason()).isEqualTo("mcp_error");
        assertThat(leader.get().answer().lastError()).contains("exit code 137");
        assertThat(follower.get().answer().reason()).isEqualTo("mcp_error");
        FakeCkb.behave(SHOP.directory());
        await().atMost(COOLDOWN.plusSeconds(20)).pollInterval(Duration.ofMillis(100)).until(() -> asking.ask("pay", "both", 1).available());
    }
}
