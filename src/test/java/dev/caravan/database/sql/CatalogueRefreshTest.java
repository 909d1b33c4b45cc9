package dev.caravan.database.sql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.caravan.database.Callers;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Kept;
import dev.caravan.database.SqlTestStore;
import dev.caravan.database.Table;
import dev.caravan.embedded.FreePorts;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The description of a table is read by one caller at a time, and an old one serves the others until it is there. */
class CatalogueRefreshTest {

    private static final int CALLERS = 32;

    private final MetadataQueries server = MetadataQueries.ofPostgresql();
    private final SqlCatalogue catalogue = server.catalogue(Duration.ZERO);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void table() {
        SqlTestStore.POSTGRESQL.run("drop table if exists kept", "create table kept (id int primary key, v text)");
        log.start();
        ((Logger) LoggerFactory.getLogger(Kept.class)).addAppender(log);
    }

    @AfterEach
    void done() {
        ((Logger) LoggerFactory.getLogger(Kept.class)).detachAppender(log);
        server.release();
    }

    @Test
    void oneOf32CallersRefreshesAnExpiredEntryAndTheOthersUseTheOldOne() throws Exception {
        Table old = catalogue.table("kept");
        server.hold();

        Callers<Table> callers = new Callers<>(CALLERS, () -> catalogue.table("kept"));

        await().until(() -> callers.done().size() == CALLERS - 1);
        assertThat(callers.done()).allSatisfy(call -> assertThat(call.get()).isSameAs(old));
        server.release();
        assertThat(callers.results().stream().filter(table -> table != old)).as("one has the new one").hasSize(1);
        assertThat(server.reads()).as("the first time, and at expiry").isEqualTo(2);
    }

    @Test
    void firstCallersOfATableShareOneRead() throws Exception {
        server.hold();

        SqlCatalogue fresh = server.catalogue(Kept.LIFE);
        Callers<Table> callers = new Callers<>(CALLERS, () -> fresh.table("kept"));

        await().until(() -> callers.waiting() == CALLERS);
        server.release();
        assertThat(callers.results().stream().distinct()).hasSize(1);
        assertThat(server.reads()).isEqualTo(1);
    }

    @Test
    void failedRefreshKeepsTheOldEntryBrieflyAndIsLogged() throws Exception {
        Table old = catalogue.table("kept");
        server.leadTo(FreePorts.pick());

        assertThat(catalogue.table("kept")).isSameAs(old);
        assertThat(catalogue.table("kept")).isSameAs(old);

        assertThat(server.connections()).as("the first time, and one failed try").isEqualTo(2);
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel().toString()).isEqualTo("WARN");
            assertThat(event.getFormattedMessage()).startsWith("Catalogue not refreshed").contains("database=kept-test name=kept")
                    .contains("refused");
        });
        assertThatThrownBy(() -> catalogue.table("other")).as("nothing is kept of it").isInstanceOf(SQLException.class);
    }

    @Test
    void failedReadFailsEveryWaitingCaller() {
        server.leadTo(FreePorts.pick());
        Callers<Table> callers = new Callers<>(CALLERS, () -> catalogue.table("kept"));

        assertThat(callers.all())
                .allSatisfy(call -> assertThatThrownBy(() -> call.get(20, SECONDS)).hasCauseInstanceOf(SQLException.class));
        assertThat(log.list).isEmpty();
    }

    @Test
    void droppedTableIsNoticedAtExpiry() throws Exception {
        catalogue.table("kept");
        SqlTestStore.POSTGRESQL.run("drop table kept");

        assertThatThrownBy(() -> catalogue.table("kept")).isInstanceOf(DatabaseFailure.class);
    }

    @Test
    void failedStatementInvalidatesTheEntry() throws Exception {
        SqlCatalogue lasting = server.catalogue(Kept.LIFE);
        server.hold();
        Callers<Table> before = new Callers<>(1, () -> lasting.table("kept"));
        await().until(server::isHeld);
        SqlTestStore.POSTGRESQL.run("alter table kept add column w int");

        lasting.forget();
        server.release();

        assertThat(before.results().get(0).column("w")).isEmpty();
        assertThat(lasting.table("kept").column("w")).isPresent();
    }
}
