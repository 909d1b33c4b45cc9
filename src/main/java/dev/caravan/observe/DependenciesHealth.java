package dev.caravan.observe;

import dev.caravan.routes.RoutesState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.NamedContributor;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Reports {@code dependencies} in health: each database and service by name, up or DEGRADED, never down. */
@Component("dependenciesHealthContributor")
class DependenciesHealth implements CompositeHealthContributor {

    private final Map<String, Check> checks = new LinkedHashMap<>();
    private final Checkup checkup;
    /** Those of {@link #checks}, and those that health shows elsewhere. */
    private final List<Check> watched;

    DependenciesHealth(List<Check> single, List<Check.Several> several, Checkup checkup, MeterRegistry meters) {
        this.checkup = checkup;
        List<Check> all = new ArrayList<>(single.stream().filter(check -> !(check instanceof HealthIndicator)).toList());
        several.forEach(some -> all.addAll(some.all()));
        watched = Stream.concat(all.stream(), single.stream()).distinct().toList();
        watched.forEach(checkup::add);
        watched.forEach(check -> Gauge.builder("caravan.health", checkup, checks -> checks.known(check))
                        .description("1 if the database or service answered at its last check, else 0").tag("component", check.name())
                        .register(meters));
        all.stream().sorted(Comparator.comparing(Check::name)).forEach(check -> checks.put(check.name(), check));
    }

    @EventListener
    void start(RoutesState.Loaded loaded) {
        checkup.watch(watched);
    }

    @Override
    public HealthContributor getContributor(String name) {
        Check check = checks.get(name);
        return check == null ? null : (HealthIndicator) () -> checkup.of(check);
    }

    /** Starts all checks, because the reader of the iterator is about to read all of them. */
    @Override
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        checkup.begin(checks.values());
        return checks.keySet().stream().map(name -> NamedContributor.of(name, getContributor(name))).iterator();
    }
}
