package dev.caravan.store;

import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Migrates the tables of the {@link Store} to this gateway's version. Gateways that start at the same time wait for each other. Other
 * tables in the same database stay as they are.
 */
@Component
class StoreMigration extends SchemaInitializer {

    private static final Logger LOG = LoggerFactory.getLogger(StoreMigration.class);
    private static final String NO_TABLES = "0";

    private final Store store;

    StoreMigration(Store store) {
        super("the tables of the store");
        this.store = store;
    }

    @Override
    protected boolean isTold(RuntimeException failure) {
        return failure instanceof FlywayException && failure.getCause() instanceof SQLException;
    }

    @Override
    protected void prepare() {
        MigrateResult done = Flyway.configure().dataSource(store.source()).table("caravan_schema_history").baselineOnMigrate(true)
                .baselineVersion(NO_TABLES).load().migrate();
        if (done.migrationsExecuted > 0 && done.initialSchemaVersion != null && !done.initialSchemaVersion.equals(NO_TABLES)) {
            LOG.info("Store migrated from={} to={} took={}ms", done.initialSchemaVersion, done.targetSchemaVersion,
                    done.getTotalMigrationTime());
        }
    }

    @Override
    public boolean isAutoStartup() {
        return store.isSet();
    }
}
