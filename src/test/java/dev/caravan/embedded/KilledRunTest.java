package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.Needs;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class KilledRunTest {

    private static final String ALL = ServerKind.stores().stream()
            .map(ServerKind::toString).collect(Collectors.joining(","));
    private static final String PROCESSES = "postgresql,mariadb,redis";

    private final TestPlace place = new TestPlace("killed");

    @BeforeEach
    void startFresh() {
        place.servers().wiped().close();
    }

    @Test
    void nextStartCleansUpAKilledRun() throws Exception {
        try (ChildJvm child = ChildJvm.run(ChildJvm.Servers.class, "killed", ALL).untilItPrints("READY")) {
            child.kill();
        }
        assertThat(place.processes()).as("PostgreSQL, MariaDB and Redis live on").hasSize(3);

        try (EmbeddedServers servers = place.servers()) {
            servers.start(ServerKind.stores());

            for (ServerKind kind : ServerKind.stores()) {
                assertThat(Notes.in(kind, servers.get(kind)).all()).as(kind.toString()).containsExactly("of the child");
            }
            assertThat(place.processes()).as("one of each").hasSize(3);
        }
        assertThat(place.processes()).isEmpty();
    }

    @Test
    void nextStartCleansUpAHalfInitializedRun() throws Exception {
        try (ChildJvm child = ChildJvm.run(ChildJvm.Servers.class, "killed", PROCESSES)) {
            await().until(() -> Files.exists(place.data().resolve("mariadb/new/mysql")));
            child.kill();
        }

        try (EmbeddedServers servers = place.servers()) {
            servers.start(ServerKind.parse(PROCESSES));

            assertThat(servers.properties()).containsKeys("caravan.databases.postgresql.url", "caravan.databases.mysql.url",
                    "caravan.databases.redis.url");
            assertThat(place.processes()).hasSize(3);
        }
    }

    @Test
    void nextStartStopsALeftoverSearx() throws Exception {
        Needs.installed(ServerKind.SEARX.isInstalled(), "apt-get install searx");
        try (ChildJvm child = ChildJvm.run(ChildJvm.Servers.class, "killed", "searx").untilItPrints("READY")) {
            child.kill();
        }
        assertThat(place.processes()).hasSize(1);

        try (EmbeddedServers servers = place.servers()) {
            servers.get(ServerKind.SEARX);

            assertThat(place.processes()).hasSize(1);
        }
        assertThat(place.processes()).isEmpty();
    }

    @Test
    void nextStartStopsALeftoverPostgrest() throws Exception {
        Needs.installed(ServerKind.POSTGREST.isInstalled(), "npm ci --prefix src/test/postgrest");
        try (ChildJvm child = ChildJvm.run(ChildJvm.Servers.class, "killed", "postgrest").untilItPrints("READY")) {
            child.kill();
        }
        assertThat(place.processes()).as("it and PostgreSQL").hasSize(2);

        try (EmbeddedServers servers = place.servers()) {
            servers.get(ServerKind.POSTGREST);

            assertThat(place.processes()).hasSize(2);
        }
        assertThat(place.processes()).isEmpty();
    }

    @Test
    void runLocksItsDataAndLeavesNoProcess() throws Exception {
        try (ChildJvm child = ChildJvm.run(ChildJvm.Servers.class, "killed", PROCESSES).untilItPrints("READY")) {
            assertThatThrownBy(place::servers)
                    .hasMessageContaining("in use by process " + child.process().pid())
                    .hasMessageContaining("caravan.embedded.data");
            assertThat(place.processes()).hasSize(3);

            child.terminate();
        }

        assertThat(place.processes()).isEmpty();
    }
}
