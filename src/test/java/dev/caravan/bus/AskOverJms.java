package dev.caravan.bus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sends standard input to the queue of the quick start as one JSON-RPC message, and prints the answer: the guide's page on the bus. */
public final class AskOverJms {

    private AskOverJms() {
    }

    /** @param args the broker's address */
    public static void main(String[] args) throws IOException {
        try (JmsClient client = new JmsClient(args[0], "caravan.requests")) {
            System.out.println(client.ask(new String(System.in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }
}
