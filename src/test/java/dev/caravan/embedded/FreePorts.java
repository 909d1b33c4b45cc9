package dev.caravan.embedded;

import dev.caravan.Fork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Picks loopback ports that are free at the moment. They come from below the range (32768 up) out of which Linux takes the
 * ports of outgoing connections: there, a client that keeps trying to reach a stopped server can be given the server's own
 * port, connect to itself, and keep the server from coming back. JVMs that run tests side by side pick from ranges of their own, and no
 * JVM picks a port twice: a port that a test wants closed stays closed.
 */
public final class FreePorts implements IntSupplier {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int SLICES = 4;
    private static final int ATTEMPTS = 200;
    private static final Set<Integer> PICKED = ConcurrentHashMap.newKeySet();

    @Override
    public int getAsInt() {
        return pick();
    }

    public static int pick() {
        int size = Fork.number() == 0 ? LAST - FIRST : (LAST - FIRST) / SLICES;
        int first = FIRST + Fork.number() % SLICES * size;
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(first, first + size);
            if (isFree(port) && PICKED.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port found between " + first + " and " + (first + size));
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
