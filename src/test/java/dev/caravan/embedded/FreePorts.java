package dev.caravan.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;

/**
 * Picks loopback ports that are free at the moment. They come from below the range (32768 up) out of which Linux takes the
 * ports of outgoing connections: there, a client that keeps trying to reach a stopped server can be given the server's own
 * port, connect to itself, and keep the server from coming back.
 */
final class FreePorts implements IntSupplier {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 200;

    @Override
    public int getAsInt() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
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
}
