package dev.caravan.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Chooses free loopback ports. They are below 32768, where Linux's ports for outgoing connections begin. A client that keeps trying to
 * reach a stopped server could get the server's own port from that range, connect to itself, and block the port. A chosen port belongs to
 * this JVM until its end. Neither it nor another JVM of this user chooses it again, so a port that a test expects to be closed stays
 * closed.
 */
public final class FreePorts implements IntSupplier {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 200;
    private static final Set<Integer> PICKED = ConcurrentHashMap.newKeySet();

    @Override
    public int getAsInt() {
        return pick();
    }

    public static int pick() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port) && PICKED.add(port) && Claims.take(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port found between " + FIRST + " and " + LAST);
    }

    /**
     * It doesn't listen there: a process that another thread starts meanwhile inherits the socket for a moment, and the port would stay
     * taken.
     */
    static boolean isFree(int port) {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** A file with one byte for each port, shared by this user's JVMs. The operating system releases a JVM's locks when it ends. */
    private static final class Claims {

        private static final FileChannel FILE = open();

        private static FileChannel open() {
            try {
                return FileChannel.open(Path.of(System.getProperty("java.io.tmpdir"), "caravan-ports-" + System.getProperty("user.name")),
                        StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static boolean take(int port) {
            try {
                return FILE.tryLock(port, 1, false) != null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
