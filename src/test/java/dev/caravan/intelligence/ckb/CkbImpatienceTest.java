package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.ckb.Asking.Asked;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A question that comes while another one waits for CKB waits only as long as its impatience. */
@Tag("full")
class CkbImpatienceTest extends HastyCkbTest {

    @Test
    void shortTimeoutsOfCallersDoNotOpenTheBreaker() throws Exception {
        FakeCkb.behave(SHOP.directory(), "slow 1400 findReferences");
        Future<Asked> leader = askedUntilCkbHas("findReferences");
        Asked follower = asking.ask(new CkbQuestion(List.of("pay"), "callees", 1));
        assertThat(follower.answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "No answer within 1000ms, while an earlier question is waiting too"));
        assertThat(leader.get().answer().available()).isTrue();
        assertThat(asking.ask(question("pay")).answer().available()).isTrue();
    }

    @Test
    void failureOfTheLeadingCallEndsWaitingCallsWithItsReason() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang");
        Future<Asked> leader = askedUntilCkbHas("searchSymbols");
        Thread.sleep(TIMEOUT.toMillis() - 500);
        List<Future<Asked>> followers = together(4, () -> asking.ask(question("pay")));
        for (Future<Asked> follower : followers) {
            assertThat(follower.get().answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 2000ms"));
            assertThat(follower.get().took()).isLessThan(IMPATIENCE.minusMillis(50));
        }
        assertThat(leader.get().answer().lastError()).isEqualTo("Connection timeout after 2000ms");
    }
}
