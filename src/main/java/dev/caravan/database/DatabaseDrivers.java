package dev.caravan.database;

import dev.caravan.observe.Check;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** Finds the driver of each database, and checks the databases. The name of a check in health is {@code database-NAME}. */
@Component
class DatabaseDrivers implements Check.Several {

    private final DatabaseProperties properties;
    private final Map<String, Driver<?>> families;

    DatabaseDrivers(DatabaseProperties properties, List<Driver<?>> drivers) {
        this.properties = properties;
        this.families = drivers.stream().collect(Collectors.toMap(Driver::family, Function.identity()));
    }

    /** @param database name under {@code caravan.databases} */
    Driver<?> of(String database) {
        return families.get(properties.databases().get(database).type().family());
    }

    @Override
    public List<Check> all() {
        return properties.databases().entrySet().stream().<Check>map(entry -> new Pinged(of(entry.getKey()), entry.getKey(),
                entry.getValue().type().word())).toList();
    }

    private record Pinged(Driver<?> driver, String database, String type) implements Check {

        @Override
        public String name() {
            return "database-" + database;
        }

        @Override
        public Health ask() throws Exception {
            driver.ping(database);
            return Check.up(Map.of("type", type));
        }
    }
}
