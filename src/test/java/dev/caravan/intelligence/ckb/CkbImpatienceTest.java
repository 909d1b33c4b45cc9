package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.intelligence.ckb.Asking.Asked;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A question that comes while another one waits for CKB waits only as long as its impatience. */
@Tag("nightly")
class CkbImpatienceTest extends RunningCkbTest {

    private static final Shop SHOP = Shop.make();
    /** So much longer than the impatience that all questions of a test begin while the first one waits. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration IMPATIENCE = Duration.ofSeconds(1);
    private static final CkbAnswer IMPATIENT = CkbAnswer.failed("connection_timeout",
            "No answer within 1000ms, while an earlier question is waiting too");

    CkbImpatienceTest() {
        super(SHOP);
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        register(registry, SHOP, TIMEOUT, IMPATIENCE, Duration.ofSeconds(20));
    }

    @Test
    void shortTimeoutsOfCallersDoNotOpenTheBreaker() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang findReferences");
        Future<Asked> leader = askedUntilCkbHas("findReferences");
        Asked follower = asking.ask(new CkbQuestion(List.of("pay"), "callees", 1));
        FakeCkb.behave(SHOP.directory());
        assertThat(follower.answer()).isEqualTo(IMPATIENT);
        assertThat(leader.get().answer().available()).isTrue();
        assertThat(asking.ask(question("pay")).answer().available()).isTrue();
    }

    @Test
    void onlyOneCallWaitsForAHangingCkb() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang");
        List<Future<Asked>> asked = together(8, () -> asking.ask(question("pay")));
        await().atMost(TIMEOUT).pollInterval(10, TimeUnit.MILLISECONDS).until(() -> asked.stream().filter(Future::isDone).count() == 7);
        Future<Asked> leader = asked.stream().filter(one -> !one.isDone()).findFirst().orElseThrow();
        for (Future<Asked> one : asked) {
            if (one != leader) {
                assertThat(one.get().answer()).isEqualTo(IMPATIENT);
            }
        }
        assertThat(leader.get().answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 20000ms"));
        assertThat(leader.get().took()).isGreaterThanOrEqualTo(TIMEOUT.minusMillis(20));
        assertThat(asking.ask(question("pay")).answer().lastError()).as("the leader's").isEqualTo("Connection timeout after 20000ms");
    }
}
