package dev.caravan.database;

import dev.caravan.observe.Check;
import dev.caravan.observe.Checks;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** Checks each database of the {@code db_*} tools. Its name in health is {@code database-NAME}. */
@Component
class DatabaseChecks implements Checks {

    private final List<Check> all;

    DatabaseChecks(DatabaseProperties properties, Dialects dialects) {
        this.all = properties.databases().entrySet().stream().map(entry -> check(entry.getKey(), entry.getValue().type(), dialects)).toList();
    }

    private static Check check(String database, DatabaseKind kind, Dialects dialects) {
        return new Check() {
            @Override
            public String name() {
                return "database-" + database;
            }

            @Override
            public Health ask() throws Exception {
                dialects.of(kind).ping(database);
                return Check.up(Map.of("type", kind.word()));
            }
        };
    }

    @Override
    public List<Check> all() {
        return all;
    }
}
