package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayTest;
import java.util.List;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A whole gateway as it is by default, although there is a CKB that it could ask. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@DirtiesContext
class CkbDisabledTest {

    private static final Shop SHOP = Shop.make();

    @Autowired
    private ProducerTemplate template;

    @Autowired
    private CkbState state;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        int port = GatewayTest.freePort();
        registry.add("caravan.http.port", () -> port);
        SHOP.register(registry);
    }

    @Test
    void ckbIsNotEvenStarted() {
        CkbAnswer answer = new Asking(template).ask(new CkbQuestion(List.of("pay"), "both", 1)).answer();

        assertThat(answer).isEqualTo(new CkbAnswer(false, "disabled", null, null, false, List.of(), List.of()));
        assertThat(state.known()).isEqualTo(answer);
        assertThat(FakeCkb.starts(SHOP.directory())).isEmpty();
    }
}
