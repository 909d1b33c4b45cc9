package dev.caravan.federation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/** Shows the number of offered and waiting tools of each upstream server, and counts changed definitions. */
@Component
class FederationMetrics {

    private final MeterRegistry registry;
    private final Map<String, ServerTools> states = new ConcurrentHashMap<>();
    private final Map<String, List<Meter>> gauges = new ConcurrentHashMap<>();

    FederationMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void show(String server, ServerTools state) {
        states.put(server, state);
        gauges.computeIfAbsent(server, name -> List.of(gauge(name, "offered", tools -> tools.tools().size()), gauge(name, "waiting", all -> all.waiting().size() + all.contents().waiting().size()), changes(name)));
    }

    private Gauge gauge(String server, String state, ToDoubleFunction<ServerTools> count) {
        return Gauge.builder("caravan.upstream.tools", states, all -> all.containsKey(server) ? count.applyAsDouble(all.get(server)) : 0)
                .description("Tools of an upstream MCP server that are offered, and definitions that wait for approval").tag("server", server).tag("state", state).register(registry);
    }

    void forget(String server) {
        states.remove(server);
        List<Meter> gone = gauges.remove(server);
        if (gone != null) {
            gone.forEach(registry::remove);
        }
    }

    void changed(String server) {
        changes(server).increment();
    }

    private Counter changes(String server) {
        return registry.counter("caravan.upstream.tools.changed", "server", server);
    }
}
