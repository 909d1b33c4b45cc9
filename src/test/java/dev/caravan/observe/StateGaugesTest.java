package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Metrics of things by name come and go with the names. */
class StateGaugesTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Map<String, Integer> tools = new HashMap<>();
    private final StateGauges gauges = new StateGauges(registry, "server")
            .with("tools", "Tools", Map.of("offered", name -> tools.getOrDefault(name, 0))).withCounter("changes");

    @Test
    void eachNameHasItsMetricsUntilItIsGone() {
        tools.put("a", 3);
        gauges.keep(Set.of("a", "b"));
        registry.counter("changes", "server", "a").increment();

        assertThat(offered("a").value()).isEqualTo(3);
        assertThat(offered("b").value()).as("nothing is known of it").isZero();
        tools.put("b", 2);
        gauges.keep(Set.of("a", "b"));
        assertThat(offered("b").value()).isEqualTo(2);
        assertThat(registry.counter("changes", "server", "a").count()).as("it stays").isEqualTo(1);

        gauges.keep(Set.of("b"));
        assertThat(offered("a")).isNull();
        assertThat(registry.find("changes").counters()).hasSize(1);
    }

    private Gauge offered(String server) {
        return registry.find("tools").tags("server", server, "state", "offered").gauge();
    }
}
