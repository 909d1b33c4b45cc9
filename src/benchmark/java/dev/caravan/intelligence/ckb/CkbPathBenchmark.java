package dev.caravan.intelligence.ckb;

import dev.caravan.benchmark.Table;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.ProducerTemplate;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What {@code direct:ckb-graph} costs a question when CKB is disabled, in the cool-down, and there (a process that does next to
 * nothing); one caller, its exchange included.
 */
public final class CkbPathBenchmark {

    private static final int CALLS = 20_000;

    private CkbPathBenchmark() {
    }

    public static void main(String[] args) throws IOException {
        Shop shop = Shop.make();
        try (Table table = Table.of("What CKB's route costs a question, one caller", "", "answer", "p50 us", "p99 us", "p99.9 us")) {
            for (boolean enabled : new boolean[] {false, true}) {
                List<String> settings = new ArrayList<>(List.of("--logging.level.root=error",
                        "--caravan.ckb-integration.enabled=" + enabled));
                shop.settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
                SpringApplication application = new SpringApplicationBuilder(CkbRoutes.class).web(WebApplicationType.NONE)
                        .properties(CkbRoutes.NO_ENTRIES).build();
                try (ConfigurableApplicationContext context = application.run(settings.toArray(String[]::new))) {
                    Asking asking = new Asking(context.getBean(ProducerTemplate.class));
                    if (enabled) {
                        measure(table, "CKB there", asking, 2_000);
                        context.getBean(CircuitBreaker.class).transitionToOpenState();
                        measure(table, "cool-down", asking, CALLS);
                    } else {
                        measure(table, "disabled", asking, CALLS);
                    }
                }
            }
            table.note("Aim: under 1 ms in the cool-down.");
        }
        System.exit(0);
    }

    private static void measure(Table table, String what, Asking asking, int calls) {
        CkbQuestion question = new CkbQuestion(List.of("pay"), "both", 1);
        long[] nanos = new long[calls];
        CkbAnswer last = null;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < calls; i++) {
                Asking.Asked asked = asking.ask(question);
                nanos[i] = asked.took().toNanos();
                last = asked.answer();
            }
        }
        Arrays.sort(nanos);
        table.row(what, last.available() ? "available" : last.reason(),
                nanos[calls / 2] / 1e3, nanos[calls * 99 / 100] / 1e3, nanos[calls * 999 / 1000] / 1e3);
    }
}
