package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All servers at the same time, each with its own client. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("nightly")
class ServersKeepTheirDataTest {

    private final TestPlace place = new TestPlace("keep");
    private EmbeddedServers servers;
    private Set<String> listeningBefore;

    @BeforeAll
    void startAll() throws Exception {
        listeningBefore = ListeningSockets.now();
        servers = place.servers().wiped();
        servers.start(ServerKind.installed());
    }

    @AfterAll
    void stopAll() {
        servers.close();
    }

    @Test
    @Order(1)
    void eachServerPrintsItsAddressInOneLine() {
        assertThat(place.progress()).hasSameSizeAs(ServerKind.installed());
        for (ServerKind kind : ServerKind.installed()) {
            assertThat(place.progress()).filteredOn(line -> line.startsWith(kind + " ")).singleElement().asString()
                    .contains(servers.get(kind).address())
                    .matches("\\S+ +\\S+ {3}\\d+\\.\\d s");
        }
    }

    @Test
    @Order(1)
    @EnabledOnOs(OS.LINUX)
    void serversListenOnLoopbackOnly() throws Exception {
        Set<String> opened = ListeningSockets.now();
        opened.removeAll(listeningBefore);

        assertThat(opened).hasSizeGreaterThanOrEqualTo(7).allMatch(ListeningSockets::isLoopback);
    }

    @ParameterizedTest
    @EnumSource(value = ServerKind.class, mode = EnumSource.Mode.EXCLUDE, names = {"KAFKA", "MEDICAL", "SEARX", "POSTGREST"})
    @Order(2)
    void restartedServerKeepsAddressAndData(ServerKind kind) throws Exception {
        ServerHandle server = servers.get(kind);
        String address = server.address();
        Notes.in(kind, server).add("first");

        server.stop();
        if (kind != ServerKind.SQLITE) {
            assertThatThrownBy(() -> Notes.inStopped(kind, server).all()).isNotNull();
        }
        server.start();

        assertThat(server.address()).isEqualTo(address);
        assertThat(Notes.in(kind, server).all()).containsExactly("first");
    }

    @Test
    @Order(3)
    void nextRunFindsTheData() throws Exception {
        servers.close();

        servers = place.servers();
        servers.start(ServerKind.installed());

        for (ServerKind kind : ServerKind.stores()) {
            Notes notes = Notes.in(kind, servers.get(kind));
            notes.add("second");
            assertThat(notes.all()).as(kind.toString()).containsExactly("first", "second");
        }
    }
}
