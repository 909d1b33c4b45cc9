package dev.caravan.kamelet;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/** Shows {@code caravan.kamelet.state} by Kamelet and state: 1 where it holds. */
@Component
class KameletMetrics {

    private final MeterRegistry registry;
    private final Kamelets kamelets;
    private final Map<String, List<Meter>> gauges = new HashMap<>();
    private volatile Set<String> refused = Set.of();

    KameletMetrics(MeterRegistry registry, Kamelets kamelets) {
        this.registry = registry;
        this.kamelets = kamelets;
    }

    /** @param refused names of the files that can't be used, without {@code .yaml} */
    synchronized void show(Set<String> refused) {
        this.refused = Set.copyOf(refused);
        Set<String> known = new HashSet<>(kamelets.all().keySet());
        known.addAll(refused);
        known.forEach(name -> gauges.computeIfAbsent(name, this::register));
        gauges.keySet().stream().filter(name -> !known.contains(name)).toList().forEach(name -> gauges.remove(name).forEach(registry::remove));
    }

    private List<Meter> register(String kamelet) {
        return List.of(gauge(kamelet, "active", all -> all.all().containsKey(kamelet) ? 1 : 0), gauge(kamelet, "failed", all -> all.failures().containsKey(kamelet) ? 1 : 0),
                gauge(kamelet, "refused", all -> refused.contains(kamelet) ? 1 : 0));
    }

    private Gauge gauge(String kamelet, String state, ToDoubleFunction<Kamelets> holds) {
        return Gauge.builder("caravan.kamelet.state", kamelets, holds).description("1 where the Kamelet is offered, its source does not start, or its file can't be used")
                .tag("kamelet", kamelet).tag("state", state).register(registry);
    }
}
