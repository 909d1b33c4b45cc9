package dev.caravan.store;

import org.flywaydb.core.Flyway;
import org.springframework.stereotype.Component;

/**
 * Brings the tables of the {@link Store} to this gateway's version. Gateways that start at once wait for each other; tables of
 * others in the same database are left alone.
 */
@Component
class StoreMigration extends SchemaInitializer {

    private final Store store;

    StoreMigration(Store store) {
        super("The tables of the gateway's database");
        this.store = store;
    }

    @Override
    protected void prepare() {
        Flyway.configure().dataSource(store.source()).table("caravan_schema_history").baselineOnMigrate(true).baselineVersion("0").load().migrate();
    }

    @Override
    public boolean isAutoStartup() {
        return store.isSet();
    }
}
