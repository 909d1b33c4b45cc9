package dev.caravan.embedded;

import dev.caravan.Fork;
import dev.caravan.TestRun;
import java.util.Collection;
import java.util.List;
import org.neo4j.graphdb.GraphDatabaseService;

/**
 * The servers of a test JVM. Each starts at its first use and stops with the JVM. Data is below {@code target}, new in each JVM. Tests
 * share the data too: use your own names. If a server does not start, the whole test run ends.
 */
public final class SharedServers {

    private static boolean neo4jIsWarm;

    private SharedServers() {
    }

    /** Returns the server, and starts it if necessary. */
    public static ServerHandle get(ServerKind kind) {
        return started(List.of(kind)).get(kind);
    }

    /** Returns separate servers for a test whose data would disturb other tests. None is running. Close them. */
    public static EmbeddedServers apart(String name) {
        return EmbeddedServers.in(Fork.folder("servers-of-" + name), TestPlace.BINARIES).wiped();
    }

    /** Returns the database of {@link ServerKind#NEO4J}, for work that is too slow through its driver. */
    public static GraphDatabaseService graph() {
        return started(List.of(ServerKind.NEO4J)).graph();
    }

    /** Registers what must be closed before the servers stop. */
    public static void closeFirst(Runnable close) {
        Stack.SERVERS.closeFirst(close);
    }

    /** Returns all servers of this JVM, with the given ones running. */
    static synchronized EmbeddedServers started(Collection<ServerKind> kinds) {
        try {
            Stack.SERVERS.start(kinds);
            if (kinds.contains(ServerKind.NEO4J) && !neo4jIsWarm) {
                WarmNeo4j.at(Stack.SERVERS.get(ServerKind.NEO4J).address());
                neo4jIsWarm = true;
            }
        } catch (IllegalStateException e) {
            TestRun.end(e);
        }
        return Stack.SERVERS;
    }

    private static final class Stack {

        private static final EmbeddedServers SERVERS = EmbeddedServers.in(Fork.folder("servers"), TestPlace.BINARIES).wiped();
    }
}
