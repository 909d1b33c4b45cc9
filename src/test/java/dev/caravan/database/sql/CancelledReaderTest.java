package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.database.Callers;
import dev.caravan.database.SqlTestStore;
import dev.caravan.database.sql.SqlCatalogue.SqlTable;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that is cancelled while it reads the description of a table fails no other call that waits for it. */
class CancelledReaderTest {

    private static final int WAITING = 8;

    private final MetadataQueries server = MetadataQueries.ofPostgresql();
    private final SqlCatalogue catalogue = server.catalogue();

    @AfterEach
    void done() {
        server.release();
    }

    @Test
    void thoseWhoWaitReadAgain() throws Exception {
        SqlTestStore.POSTGRESQL.run("drop table if exists cancelled_reader", "create table cancelled_reader (id int primary key)");
        server.hold();
        Callers<SqlTable> reader = new Callers<>(1, () -> catalogue.table("cancelled_reader"));
        await().until(server::isHeld);
        Callers<SqlTable> waiting = new Callers<>(WAITING, () -> catalogue.table("cancelled_reader"));
        await().until(() -> waiting.waiting() == WAITING);

        reader.all().get(0).cancel(true);
        await().until(() -> server.reads() == 2);
        server.release();

        assertThat(waiting.results().stream().distinct()).as("one of them has read for all").hasSize(1);
        assertThat(server.reads()).isEqualTo(2);
        assertThatThrownBy(() -> reader.results()).isInstanceOf(CancellationException.class);
    }
}
