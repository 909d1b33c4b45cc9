package dev.caravan.page;

import dev.caravan.KeyedGateway;
import dev.caravan.OwnGateway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A gateway with two tools and three API keys: one for all, one that may only read, one for documents. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuardedGatewayTest {

    OwnGateway gateway;

    @BeforeAll
    void start() {
        gateway = KeyedGateway.builder().tool("find_document", "documents", "found").tool("find_node", "graph", "found").start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }
}
