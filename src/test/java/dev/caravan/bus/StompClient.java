package dev.caravan.bus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends to a queue by STOMP, over a plain socket. */
final class StompClient implements AutoCloseable {

    private static final int PATIENCE_MS = 60_000;

    private final Socket socket;
    private int receipts;

    StompClient(String brokerUrl) throws IOException {
        URI address = URI.create(brokerUrl);
        socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(PATIENCE_MS);
        frame("CONNECT\naccept-version:1.2\nhost:caravan\n\n", "CONNECTED");
    }

    /** @param headers as {@code name:value} */
    void send(String queue, String body, String... headers) throws IOException {
        String lines = headers.length == 0 ? "" : String.join("\n", headers) + "\n";
        frame("SEND\ndestination:" + queue + "\ndestination-type:ANYCAST\nreceipt:" + ++receipts + "\n" + lines + "\n" + body, "RECEIPT");
    }

    private void frame(String text, String answer) throws IOException {
        socket.getOutputStream().write((text + "\0").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        for (int next = socket.getInputStream().read(); next > 0; next = socket.getInputStream().read()) {
            read.write(next);
        }
        if (!read.toString(StandardCharsets.UTF_8).stripLeading().startsWith(answer)) {
            throw new IOException("Expected " + answer + ", got " + read.toString(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
