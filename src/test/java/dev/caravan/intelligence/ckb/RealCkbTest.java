package dev.caravan.intelligence.ckb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The healthy path against a real CKB. No tier runs it, since CKB's licence does not let the project install it:
 * {@code CKB_COMMAND='ckb mcp --repo /x' CKB_SYMBOL=main mvn test -Dtest=RealCkbTest -Dtests.excluded=full}. CKB_SYMBOL names a function of
 * that repository that calls or is called.
 */
@Tag("ckb")
@SpringBootTest(classes = CkbRoutes.class, webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = CkbRoutes.NO_ENTRIES)
@DirtiesContext
class RealCkbTest {

    private static final String SYMBOL = Optional.ofNullable(System.getenv("CKB_SYMBOL")).orElse("main");

    @Autowired
    private ProducerTemplate template;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        Shop.register(registry, List.of(System.getenv("CKB_COMMAND").strip().split("\\s+")));
        registry.add("caravan.ckb-integration.enabled", () -> true);
        registry.add("caravan.ckb-integration.timeout", () -> "30s");
        registry.add("CKB_TIMEOUT", () -> "30s");
    }

    @Test
    void graphStartsAtTheNameAndFollowsCalls() {
        CkbAnswer answer = new Asking(template).ask(SYMBOL, "both", 2);

        assertThat(answer.available()).as(String.valueOf(answer.lastError())).isTrue();
        if (answer.graph()) {
            assertThat(answer.nodes()).filteredOn(node -> node.distance() == 0).singleElement()
                    .satisfies(node -> assertThat(node.path()).isNotEmpty());
            assertThat(answer.nodes()).as("what calls it or is called").anySatisfy(node -> assertThat(node.distance()).isEqualTo(1));
            assertThat(answer.nodes()).allSatisfy(node -> assertThat(node.start()).isEqualTo(SYMBOL));
        } else {
            assertThat(answer.nodes()).as("its repository has no SCIP index").isEmpty();
        }
    }
}
