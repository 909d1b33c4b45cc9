package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.util.List;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway with the settings by default does not ask CKB, although there is one. */
@Tag("full")
class CkbDisabledTest {

    private static final Shop SHOP = Shop.make();

    @Test
    void disabledCkbIsNotStarted() {
        try (OwnGateway gateway = OwnGateway.withAllRoutes().properties(SHOP.settings()).start()) {
            CkbAnswer answer = new Asking(gateway.bean(ProducerTemplate.class)).ask(new CkbQuestion(List.of("pay"), "both", 1)).answer();

            assertThat(answer).isEqualTo(new CkbAnswer(false, "disabled", null, null, false, List.of(), List.of()));
            assertThat(gateway.bean(CkbState.class).known()).isEqualTo(answer);
            assertThat(FakeCkb.starts(SHOP.directory())).isEmpty();
        }
    }
}
