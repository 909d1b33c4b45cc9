package dev.caravan.catalogue;

import dev.caravan.observe.Refreshed;
import dev.caravan.store.Store;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Registers {@code caravan.search.index.tasks} by state, over all gateways. The store's numbers are a few seconds old; NaN means that the store can't be reached. */
@Component
class SearchIndexMetrics {

    private static final List<String> STATES = List.of("pending", "indexing", "ready", "error");
    private static final Duration AGE = Duration.ofSeconds(10);

    SearchIndexMetrics(Store store, MeterRegistry registry) {
        if (store.isSet()) {
            Refreshed<Map<String, Long>> tasks = new Refreshed<>(AGE, () -> count(store));
            STATES.forEach(state -> Gauge.builder("caravan.search.index.tasks", tasks, known -> value(known.get(), state))
                    .description("Search tools by the state of their index, over all gateways").tag("state", state).strongReference(true).register(registry));
        }
    }

    private static double value(Map<String, Long> known, String state) {
        return known == null ? Double.NaN : known.getOrDefault(state, 0L);
    }

    private static Map<String, Long> count(Store store) {
        return store.run(jdbc -> {
            Map<String, Long> numbers = new HashMap<>();
            jdbc.sql("select status, count(*) from search_index_task group by status").query(row -> {
                numbers.put(row.getString(1), row.getLong(2));
            });
            return numbers;
        });
    }
}
