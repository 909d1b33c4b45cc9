package dev.caravan.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Picks loopback ports that are free at the moment. They come from below the range (32768 up) out of which Linux takes the
 * ports of outgoing connections: there, a client that keeps trying to reach a stopped server can be given the server's own
 * port, connect to itself, and keep the server from coming back. A port stays this JVM's until it ends: it is not picked again, neither
 * here nor by another JVM of this user, so a port that a test wants closed stays closed.
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

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** One byte for each port in a file that this user's JVMs share; the operating system drops a JVM's locks when it ends. */
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
