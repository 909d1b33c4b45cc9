package dev.caravan.embedded;

import java.nio.file.Path;

/**
 * The one stack of a test JVM: each server starts when a test first asks for it and stops when the JVM exits. Data is
 * below {@code target} and fresh in each JVM. Tests share the data too: let them use names of their own.
 */
public final class SharedServers {

    private SharedServers() {
    }

    /** The server, started if it doesn't run. */
    public static ServerHandle get(ServerKind kind) {
        return all().get(kind);
    }

    static EmbeddedServers all() {
        return Stack.SERVERS;
    }

    private static final class Stack {

        private static final Path PLACE = Path.of("target", "embedded");
        private static final EmbeddedServers SERVERS =
                EmbeddedServers.in(PLACE.resolve("shared"), PLACE.resolve("binaries")).wiped();
    }
}
