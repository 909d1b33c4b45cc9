package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.ckb.Asking.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One question waits for a late CKB as long as the timeout, whichever call is late; then the cool-down begins. */
@Tag("full")
class CkbTimeoutTest extends HastyCkbTest {

    @ParameterizedTest
    @CsvSource({"hang getStatus", "hang searchSymbols", "hang findReferences", "slow 3000 getCallGraph", "slow 600", "garbage-line hang"})
    void callWaitsForALateCkbUpToItsTimeout(String behaviour) {
        FakeCkb.behave(SHOP.directory(), behaviour.equals("garbage-line hang") ? new String[] {"garbage-line", "hang searchSymbols"} : new String[] {behaviour});
        forgetHealth();
        Asked asked = asking.ask(question("pay"));

        assertThat(asked.answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 2000ms"));
        assertThat(asked.took()).isBetween(TIMEOUT.minusMillis(20), TIMEOUT.plusSeconds(18));
        assertThat(asking.ask(question("pay")).answer().reason()).isEqualTo("cooldown");
    }

    @Test
    void onlyOneCallWaitsForAHangingCkb() throws Exception {
        FakeCkb.behave(SHOP.directory(), "hang");
        List<Asked> asked = new ArrayList<>();
        for (Future<Asked> one : together(8, () -> asking.ask(question("pay")))) {
            asked.add(one.get());
        }
        assertThat(asked).filteredOn(one -> one.took().compareTo(TIMEOUT.minusMillis(20)) >= 0).singleElement()
                .extracting(Asked::answer).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 2000ms"));
        assertThat(asked).filteredOn(one -> one.took().compareTo(IMPATIENCE.plusMillis(700)) < 0).hasSize(7).extracting(Asked::answer)
                .containsOnly(CkbAnswer.failed("connection_timeout", "No answer within 1000ms, while an earlier question is waiting too"));
        assertThat(asking.ask(question("pay")).answer().lastError()).as("the leader's").isEqualTo("Connection timeout after 2000ms");
    }
}
