package dev.caravan.store;

import org.flywaydb.core.Flyway;
import org.springframework.stereotype.Component;

/**
 * Migrates the tables of the {@link Store} to this gateway's version. Gateways that start at the same time wait for each other. Other tables in the
 * same database stay as they are.
 */
@Component
class StoreMigration extends SchemaInitializer {

    private final Store store;

    StoreMigration(Store store) {
        super("the tables of the store");
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
