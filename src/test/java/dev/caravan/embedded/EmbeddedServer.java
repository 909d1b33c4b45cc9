package dev.caravan.embedded;

import java.nio.file.Path;
import java.util.Map;

/**
 * A real server. It starts with its own directory and a port. After a stop it can start again on the same or another port, with the data in
 * its directory. It listens only on 127.0.0.1. Not thread-safe: {@link ServerHandle} serializes the calls.
 */
interface EmbeddedServer {

    /** Returns its name in settings, progress lines and messages, and of its directory. */
    String name();

    /**
     * Returns when clients can use the server. If it throws, no part of the server is left running.
     *
     * @param directory absolute; the server creates it if necessary, and nothing else writes to it
     * @param port      a free port; a server that is only a file ignores it
     */
    void start(Path directory, int port) throws Exception;

    /** Returns its URL for clients, after the first start. */
    String address();

    /** Returns the properties that an application needs to use it, {name: value}, after the first start. */
    Map<String, String> properties();

    /** Returns when the server has stopped and its data is on disk. Does nothing if it is not running. */
    void stop() throws Exception;
}
