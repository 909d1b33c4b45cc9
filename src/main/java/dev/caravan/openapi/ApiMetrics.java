package dev.caravan.openapi;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/** Shows how many operations of each API are tools, how many are refused, and whether its files can be used. */
@Component
class ApiMetrics {

    private final MeterRegistry registry;
    private final OfferedApis apis;
    private final Map<String, List<Meter>> gauges = new ConcurrentHashMap<>();

    ApiMetrics(MeterRegistry registry, OfferedApis apis) {
        this.registry = registry;
        this.apis = apis;
    }

    void show(String api) {
        gauges.computeIfAbsent(api, name -> List.of(gauge(name, "offered", offered -> offered.tools().size()), gauge(name, "refused", offered -> offered.refused().size()),
                state(name, "active", all -> all.named(name) == null ? 0 : 1), state(name, "refused", all -> all.problems().containsKey(name) ? 1 : 0)));
    }

    private Gauge gauge(String api, String state, ToDoubleFunction<OfferedApi> count) {
        return Gauge.builder("caravan.api.operations", apis, all -> all.named(api) == null ? 0 : count.applyAsDouble(all.named(api)))
                .description("Operations of an OpenAPI document that are tools, or are refused").tag("api", api).tag("state", state).register(registry);
    }

    private Gauge state(String api, String state, ToDoubleFunction<OfferedApis> holds) {
        return Gauge.builder("caravan.api.state", apis, holds).description("1 where the API is offered, or its files can't be used").tag("api", api).tag("state", state).register(registry);
    }

    void forget(String api) {
        List<Meter> gone = gauges.remove(api);
        if (gone != null) {
            gone.forEach(registry::remove);
        }
    }
}
