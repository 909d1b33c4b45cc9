package dev.caravan.database;

import dev.caravan.observe.Check;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** Finds the driver of each database, and checks the databases. The name of a check in health is {@code database-NAME}. */
@Component
record DatabaseDrivers(DatabaseProperties properties, List<Driver<?>> drivers) implements Check.Several {

    /** @param database name under {@code caravan.databases} */
    Driver<?> of(String database) {
        String family = properties.databases().get(database).type().family();
        return drivers.stream().filter(driver -> driver.family().equals(family)).findFirst().orElseThrow();
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
