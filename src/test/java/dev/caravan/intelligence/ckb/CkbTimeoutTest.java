package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.intelligence.ckb.Asking.Asked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A question waits for a late CKB as long as the timeout, whichever call is late; then the cool-down begins. */
@Tag("nightly")
class CkbTimeoutTest extends HastyCkbTest {

    @ParameterizedTest
    @CsvSource({"hang getStatus", "hang searchSymbols", "hang findReferences", "slow 3000 getCallGraph", "slow 600", "garbage-line hang"})
    void callWaitsForALateCkbUpToItsTimeout(String behaviour) {
        FakeCkb.behave(SHOP.directory(),
                behaviour.equals("garbage-line hang") ? new String[]{"garbage-line", "hang searchSymbols"} : new String[]{behaviour});
        forgetHealth();
        Asked asked = asking.ask(question("pay"));

        assertThat(asked.answer()).isEqualTo(CkbAnswer.failed("connection_timeout", "Connection timeout after 2000ms"));
        assertThat(asked.took()).isBetween(TIMEOUT.minusMillis(20), TIMEOUT.plusSeconds(18));
        assertThat(asking.ask(question("pay")).answer().reason()).isEqualTo("cooldown");
    }
}
