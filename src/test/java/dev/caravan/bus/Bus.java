package dev.caravan.bus;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;

/** The two kinds of bus. */
enum Bus {
    JMS(ServerKind.ARTEMIS), KAFKA(ServerKind.KAFKA);

    private final ServerKind server;

    Bus(ServerKind server) {
        this.server = server;
    }

    ServerKind server() {
        return server;
    }

    /** Opens a queue or topic of this name at the shared broker. */
    BusSide open(String name) {
        return open(SharedServers.get(server).address(), name);
    }

    BusSide open(String address, String name) {
        return this == JMS ? new JmsSide(address, name) : new KafkaSide(address, name);
    }
}
