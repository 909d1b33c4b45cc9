package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.ckb.Asking.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** After a failure nobody asks CKB until the cool-down is over; then one question tries. */
@Tag("full")
class CkbCoolDownTest extends PatientCkbTest {

    @Test
    void coolDownSkipsCkbAndCountsDown() throws Exception {
        FakeCkb.behave(SHOP.directory(), "crash searchSymbols");
        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("mcp_error");
        FakeCkb.behave(SHOP.directory());
        int requests = FakeCkb.requests(SHOP.directory()).size();
        int starts = FakeCkb.starts(SHOP.directory()).size();
        List<Integer> seconds = new ArrayList<>();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < COOLDOWN.minusMillis(500).toNanos()) {
            CkbAnswer answer = asking.ask("pay", "both", 1);
            assertThat(answer.available()).isFalse();
            assertThat(answer.reason()).isEqualTo("cooldown");
            assertThat(answer.lastError()).contains("concurrent map writes");
            assertThat(state.known().reason()).isEqualTo("cooldown");
            seconds.add(answer.cooldownSeconds());
            Thread.sleep(20);
        }
        assertThat(seconds).isSortedAccordingTo((one, other) -> other - one).contains(2, 1);
        awaitEndOfCoolDown();
        assertThat(state.known().cooldownSeconds()).isZero();
        assertThat(FakeCkb.requests(SHOP.directory())).hasSize(requests);
        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts);

        assertThat(asking.ask("pay", "both", 1).available()).as("by itself").isTrue();

        assertThat(FakeCkb.starts(SHOP.directory())).hasSize(starts + 1);
        List<JsonNode> all = FakeCkb.requests(SHOP.directory());
        assertThat(all.subList(requests, all.size())).extracting(request -> request.path("tool").asText()).as("its health comes first")
                .containsExactly("", "getStatus", "searchSymbols", "getCallGraph", "findReferences");
        assertThat(state.known().available()).isTrue();
    }

    @Test
    void afterTheCoolDownOneCallTriesCkbAndTheOthersDoNotWait() throws Exception {
        FakeCkb.behave(SHOP.directory(), "envelope-error searchSymbols");
        asking.ask("pay", "both", 1);
        FakeCkb.behave(SHOP.directory(), "slow 1000 getStatus");
        awaitEndOfCoolDown();
        Future<Asked> trial = askedUntilCkbHas("getStatus");
        Asked other = asking.ask(question("pay"));

        assertThat(other.answer()).isEqualTo(CkbAnswer.coolingDown(0, "CKB reports: the index is being rebuilt"));
        assertThat(trial.get().answer().available()).isTrue();
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
    }
}
