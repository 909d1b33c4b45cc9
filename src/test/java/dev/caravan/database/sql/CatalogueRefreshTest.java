package dev.caravan.database.sql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.database.Callers;
import dev.caravan.database.SqlTestStore;
import dev.caravan.database.sql.SqlCatalogue.SqlTable;
import dev.caravan.embedded.FreePorts;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The description of a table is read by one caller, and the others wait for it. */
class CatalogueRefreshTest {

    private static final int CALLERS = 32;

    private final MetadataQueries server = MetadataQueries.ofPostgresql();
    private final SqlCatalogue catalogue = server.catalogue();

    @BeforeEach
    void table() {
        SqlTestStore.POSTGRESQL.run("drop table if exists kept", "create table kept (id int primary key, v text)");
    }

    @AfterEach
    void done() {
        server.release();
    }

    @Test
    void firstCallersOfATableShareOneRead() throws Exception {
        server.hold();

        Callers<SqlTable> callers = new Callers<>(CALLERS, () -> catalogue.table("kept"));

        await().until(() -> callers.waiting() == CALLERS);
        server.release();
        assertThat(callers.results().stream().distinct()).hasSize(1);
        assertThat(server.reads()).isEqualTo(1);
    }

    @Test
    void failedReadFailsEveryWaitingCaller() {
        server.leadTo(FreePorts.pick());
        Callers<SqlTable> callers = new Callers<>(CALLERS, () -> catalogue.table("kept"));

        assertThat(callers.all())
                .allSatisfy(call -> assertThatThrownBy(() -> call.get(20, SECONDS)).hasCauseInstanceOf(SQLException.class));
    }

    @Test
    void failedStatementInvalidatesAlsoWhatIsBeingRead() throws Exception {
        server.hold();
        Callers<SqlTable> before = new Callers<>(1, () -> catalogue.table("kept"));
        await().until(server::isHeld);

        catalogue.forget();
        server.release();
        before.results();

        assertThat(catalogue.table("kept").columns()).containsOnlyKeys("id", "v");
        assertThat(server.reads()).isEqualTo(2);
        assertThat(catalogue.table("kept").columns()).containsOnlyKeys("id", "v");
        assertThat(server.reads()).as("kept").isEqualTo(2);
    }
}
