package dev.caravan.page;

import dev.caravan.OwnGateway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A gateway with two tools and three API keys: one for all, one that may only read, one for documents. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuardedGatewayTest {

    static final String ALL = "kAll-0c6f0b1e4c5f9f0e4f3c";
    static final String READER = "kReader-21b84d0c9a3f77de";
    static final String DOCUMENTS = "kDocuments-9b7a51c2e8d0";

    OwnGateway gateway;

    @BeforeAll
    void start() {
        gateway = OwnGateway.withEntries().tool("find_document", "documents", "found").tool("find_node", "graph", "found")
                .apiKey("all", ALL, "tools:read,tools:call").apiKey("reader", READER, "tools:read")
                .apiKey("documents", DOCUMENTS, "tools:read,tools:call").set("security.keys[2].tags", "documents").start();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }
}
