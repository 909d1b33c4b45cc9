package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import org.junit.jupiter.api.Test;

/** A statement that takes too long is told apart from a database that is away. */
class StatementTimeoutTest {

    @Test
    void theErrorNamesTheSetting() {
        try (OwnGateway gateway = OwnGateway.withEntries().servers(ServerKind.POSTGRESQL).set("store.statement-timeout", "1s").start()) {
            Store store = gateway.bean(Store.class);

            assertThatThrownBy(() -> store.run(jdbc -> jdbc.sql("select pg_sleep(30)").query().singleRow()))
                    .isInstanceOf(StoreException.class).hasMessageContaining("caravan.store.statement-timeout");
        }
    }
}
