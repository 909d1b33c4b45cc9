package dev.caravan.embedded;

import dev.caravan.Fork;
import dev.caravan.TestRun;
import java.util.Collection;
import java.util.List;
import org.neo4j.graphdb.GraphDatabaseService;

/**
 * The servers of a test JVM. Each starts when a test first asks for it and stops when the JVM exits. Data is below {@code target}, fresh in
 * each JVM. Tests share the data too: use names of your own. When a server does not start, the whole test run ends.
 */
public final class SharedServers {

    private static boolean neo4jIsWarm;

    private SharedServers() {
    }

    /** The server, started if it doesn't run. */
    public static ServerHandle get(ServerKind kind) {
        return started(List.of(kind)).get(kind);
    }

    /** Servers of a test's own, for data that would be in the way of other tests; none runs yet. They are to be closed. */
    public static EmbeddedServers apart(String name) {
        return EmbeddedServers.in(Fork.folder("servers-of-" + name), TestPlace.BINARIES).wiped();
    }

    /** The database of {@link ServerKind#NEO4J}, for what its driver does too slowly. */
    public static GraphDatabaseService graph() {
        return started(List.of(ServerKind.NEO4J)).graph();
    }

    /** All servers of this JVM; these are started if they don't run. */
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
