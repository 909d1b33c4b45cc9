package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The error for a statement that takes too long differs from the error for a database that is down. */
@Tag("full")
class StatementTimeoutTest {

    @Test
    void errorNamesTheSetting() {
        try (OwnGateway gateway = OwnGateway.withEntries().servers(ServerKind.POSTGRESQL).set("store.statement-timeout", "1s").start()) {
            Store store = gateway.bean(Store.class);

            assertThatThrownBy(() -> store.run(jdbc -> jdbc.sql("select pg_sleep(30)").query().singleRow()))
                    .isInstanceOf(StoreException.class).hasMessageContaining("caravan.store.statement-timeout");
        }
    }
}
