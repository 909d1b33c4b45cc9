package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.ckb.Asking.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** After a failure nobody asks CKB until the cool-down is over; then one question tries. */
@Tag("nightly")
class CkbCoolDownTest extends RunningCkbTest {

    private static final Shop SHOP = Shop.make();
    private static final Duration COOLDOWN = Duration.ofSeconds(6);
    /** After an answer with more, the next question comes before the cool-down is over. */
    private static final int ENOUGH_SECONDS = 4;

    CkbCoolDownTest() {
        super(SHOP);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        register(registry, SHOP, Duration.ofSeconds(30), Duration.ofSeconds(10), COOLDOWN);
    }

    @Test
    void coolDownSkipsCkbAndCountsDown() throws Exception {
        FakeCkb.behave(SHOP.directory(), "crash searchSymbols");
        long before = System.nanoTime();
        assertThat(asking.ask("pay", "both", 1).reason()).isEqualTo("mcp_error");
        long after = System.nanoTime();
        FakeCkb.behave(SHOP.directory());
        int requests = FakeCkb.requests(SHOP.directory()).size();
        int starts = FakeCkb.starts(SHOP.directory()).size();
        List<Integer> seconds = new ArrayList<>();
        do {
            int most = secondsLeft(after) + 1;
            CkbAnswer answer = asking.ask("pay", "both", 1);
            int least = secondsLeft(before);
            assertThat(answer.available()).isFalse();
            assertThat(answer.reason()).isEqualTo("cooldown");
            assertThat(answer.lastError()).contains("concurrent map writes");
            assertThat(state.known().reason()).isEqualTo("cooldown");
            assertThat(answer.cooldownSeconds()).isBetween(least, most);
            seconds.add(answer.cooldownSeconds());
            Thread.sleep(20);
        } while (seconds.get(seconds.size() - 1) > ENOUGH_SECONDS);
        assertThat(seconds).isSortedAccordingTo((one, other) -> other - one);
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

    /** @param failed time of the failure */
    private static int secondsLeft(long failed) {
        return (int) Math.max(0, COOLDOWN.minusNanos(System.nanoTime() - failed).toSeconds());
    }

    @Test
    void afterTheCoolDownOneCallTriesCkbAndTheOthersDoNotWait() throws Exception {
        FakeCkb.behave(SHOP.directory(), "envelope-error searchSymbols");
        asking.ask("pay", "both", 1);
        FakeCkb.behave(SHOP.directory(), "hang getStatus");
        awaitEndOfCoolDown();
        Future<Asked> trial = askedUntilCkbHas("getStatus");
        Asked other = asking.ask(question("pay"));
        FakeCkb.behave(SHOP.directory());

        assertThat(other.answer()).isEqualTo(CkbAnswer.coolingDown(0, "CKB reports: the index is being rebuilt"));
        assertThat(trial.get().answer().available()).isTrue();
        assertThat(asking.ask("pay", "both", 1).available()).isTrue();
    }
}
