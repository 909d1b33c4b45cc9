package dev.caravan.page;

import dev.caravan.security.LightGateway;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A gateway with two tools and three API keys: one for all, one that may only read, one for documents. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuardedGatewayTest {

    static final String ALL = "kAll-0c6f0b1e4c5f9f0e4f3c";
    static final String READER = "kReader-21b84d0c9a3f77de";
    static final String DOCUMENTS = "kDocuments-9b7a51c2e8d0";

    LightGateway gateway;

    @BeforeAll
    void start() throws Exception {
        gateway = new LightGateway(List.of(LightGateway.tool("find_document", "documents", "found"), LightGateway.tool("find_node", "graph", "found")),
                "security.mode=api-key",
                "security.keys[0].name=all", "security.keys[0].sha256=" + sha256(ALL), "security.keys[0].scopes=tools:read,tools:call",
                "security.keys[1].name=reader", "security.keys[1].sha256=" + sha256(READER), "security.keys[1].scopes=tools:read",
                "security.keys[2].name=documents", "security.keys[2].sha256=" + sha256(DOCUMENTS), "security.keys[2].scopes=tools:read,tools:call",
                "security.keys[2].tags=documents");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
