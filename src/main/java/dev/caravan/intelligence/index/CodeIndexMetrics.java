package dev.caravan.intelligence.index;

import dev.caravan.observe.Refreshed;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Registers {@code caravan.code.index.state} by workspace and state: 1 for the state of the index a few seconds ago, 0 for other states;
 * NaN if Neo4j can't be reached.
 */
@Component
class CodeIndexMetrics {

    private static final Duration AGE = Duration.ofSeconds(10);

    CodeIndexMetrics(ConfiguredWorkspaces workspaces, CodeStore store, IndexStateStore states, MeterRegistry registry) {
        for (Workspace workspace : store.isOn() ? workspaces.all() : List.<Workspace>of()) {
            Refreshed<IndexState.Phase> phase = new Refreshed<>(AGE, () -> states.of(workspace).phase());
            for (IndexState.Phase each : IndexState.Phase.values()) {
                Gauge.builder("caravan.code.index.state", phase, known -> value(known.get(), each))
                        .description("1 where the index of the workspace is in that state")
                        .tag("workspace", workspace.name()).tag("state", each.name().toLowerCase(Locale.ROOT)).strongReference(true)
                        .register(registry);
            }
        }
    }

    private static double value(IndexState.Phase known, IndexState.Phase each) {
        return known == null ? Double.NaN : known == each ? 1 : 0;
    }
}
