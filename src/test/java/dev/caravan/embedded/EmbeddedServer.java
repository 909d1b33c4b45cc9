package dev.caravan.embedded;

import java.nio.file.Path;
import java.util.Map;

/**
 * One real server. It is started with a directory of its own and a port, may be stopped, and may then be started again
 * on the same or another port with what the directory holds. It listens on 127.0.0.1 only. Not safe for use by several
 * threads: {@link ServerHandle} takes turns.
 */
interface EmbeddedServer {

    /** The word that stands for it in settings, progress lines, messages and as its directory's name. */
    String name();

    /**
     * Returns once clients can work with it. When it throws, nothing of it is left running.
     *
     * @param directory absolute; made when missing, and written by nothing else
     * @param port      a port that was free a moment ago; a server that is only a file has no use for it
     */
    void start(Path directory, int port) throws Exception;

    /** Where clients find it, as a URL; known after the first start. */
    String address();

    /** {property name: value}, what an application needs to use it; known after the first start. */
    Map<String, String> properties();

    /** Returns once it is down and its data is on disk; does nothing when it isn't running. */
    void stop() throws Exception;
}
