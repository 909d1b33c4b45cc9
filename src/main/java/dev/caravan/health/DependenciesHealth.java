package dev.caravan.health;

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
import org.springframework.stereotype.Component;

/** {@code dependencies} in health: each database and service by its name; up or DEGRADED, never down. */
@Component("dependenciesHealthContributor")
class DependenciesHealth implements CompositeHealthContributor {

    private final Map<String, Check> checks = new LinkedHashMap<>();
    private final Checkup checkup;

    DependenciesHealth(List<Check> single, List<Checks> several, Checkup checkup, MeterRegistry meters) {
        this.checkup = checkup;
        List<Check> all = new ArrayList<>(single.stream().filter(check -> !(check instanceof HealthIndicator)).toList());
        several.forEach(some -> all.addAll(some.all()));
        Stream.concat(all.stream(), single.stream()).distinct().forEach(check -> Gauge.builder("caravan.health", checkup, checks -> checks.known(check))
                .description("1 where the database or service answers, else 0; asked some seconds ago").tag("component", check.name()).register(meters));
        all.stream().sorted(Comparator.comparing(Check::name)).forEach(check -> checks.put(check.name(), check));
    }

    @Override
    public HealthContributor getContributor(String name) {
        Check check = checks.get(name);
        return check == null ? null : (HealthIndicator) () -> checkup.of(check);
    }

    /** Read by whoever is about to ask for all of them. */
    @Override
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        checkup.begin(checks.values());
        return checks.keySet().stream().map(name -> NamedContributor.of(name, getContributor(name))).iterator();
    }
}
