package dev.caravan.bus;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Reports {@code kafka} in health: DEGRADED while no broker is reachable, never down, because HTTP still works. */
class KafkaHealth implements HealthIndicator {

    private final KafkaClients clients;
    private final String servers;

    KafkaHealth(KafkaClients clients, String servers) {
        this.clients = clients;
        this.servers = servers;
    }

    @Override
    public Health health() {
        return clients.isConnected() ? Health.up().withDetail("brokers", servers).build()
                : Health.status("DEGRADED").withDetail("brokers", servers).withDetail("reason", "not connected").build();
    }
}
