package dev.caravan.observe;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Metrics of things that come and go, such as upstream servers, by name. */
public final class StateGauges {

    private final MeterRegistry registry;
    private final String tag;
    private final List<Function<String, Meter>> kinds = new ArrayList<>();
    private final Map<String, List<Meter>> meters = new HashMap<>();

    /** @param tag key of the tag that has the name, such as {@code server} */
    public StateGauges(MeterRegistry registry, String tag) {
        this.registry = registry;
        this.tag = tag;
    }

    /**
     * Adds a gauge for each name and state.
     *
     * @param states {state: its value, by name}
     */
    public StateGauges with(String metric, String description, Map<String, ToDoubleFunction<String>> states) {
        states.forEach((state, value) -> kinds.add(name -> Gauge.builder(metric, () -> value.applyAsDouble(name)).description(description)
                .tag(tag, name).tag("state", state).register(registry)));
        return this;
    }

    /** Adds a counter for each name, which others increment. */
    public StateGauges withCounter(String metric) {
        kinds.add(name -> registry.counter(metric, tag, name));
        return this;
    }

    /** Adds the metrics of new names, and removes those of names that are gone. */
    public synchronized void keep(Set<String> names) {
        names.forEach(name -> meters.computeIfAbsent(name, any -> kinds.stream().map(kind -> kind.apply(name)).toList()));
        Set<String> gone = new HashSet<>(meters.keySet());
        gone.removeAll(names);
        gone.forEach(name -> meters.remove(name).forEach(registry::remove));
    }
}
