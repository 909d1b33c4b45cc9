package dev.caravan.embedded;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.REDIS;
import static dev.caravan.embedded.ServerKind.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChosenServersTest {

    private final TestPlace place = new TestPlace("chosen");

    @Test
    void onlyRequestedServersStart() {
        try (EmbeddedServers servers = place.servers().wiped()) {
            servers.start(List.of(REDIS, SQLITE));

            assertThat(place.progress()).hasSize(2);
            assertThat(servers.properties()).containsOnlyKeys("caravan.databases.redis.url", "caravan.databases.sqlite.url");
            assertThat(place.data()).isDirectoryContaining("glob:**redis").isDirectoryNotContaining("glob:**mongo");
        }
    }

    @Test
    void laterRequestStartsAServerOnce() {
        try (EmbeddedServers servers = place.servers().wiped()) {
            ServerHandle first = servers.get(REDIS);
            servers.get(MONGO);
            ServerHandle again = servers.get(REDIS);

            assertThat(again).isSameAs(first);
            assertThat(place.progress()).hasSize(2);
        }
    }

    @Test
    void namesAreParsedFromAList() {
        assertThat(ServerKind.parse(" mongo, Redis ,")).containsExactly(MONGO, REDIS);
    }

    @Test
    void unknownNameListsTheServers() {
        assertThatThrownBy(() -> ServerKind.parse("mongo,oracle"))
                .hasMessageContaining("oracle")
                .hasMessageContaining("mongo, postgresql, mariadb");
    }

    @Test
    void wipeDeletesEarlierDataAndKeepsTheLock() throws Exception {
        try (EmbeddedServers servers = place.servers()) {
            Notes.in(SQLITE, servers.get(SQLITE)).add("old");
        }

        try (EmbeddedServers servers = place.servers().wiped()) {
            assertThat(Files.exists(place.data().resolve("sqlite"))).isFalse();
            assertThatThrownBy(place::servers).hasMessageContaining("in use by process " + ProcessHandle.current().pid());
        }
    }
}
