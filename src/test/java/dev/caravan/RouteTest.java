package dev.caravan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient.Answer;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;

/** The shared gateway with routes of a test's own, which end with the test; it is asked in any revision. */
public abstract class RouteTest extends GatewayTest {

    @Autowired
    protected CamelContext context;

    protected OwnRoutes routes;

    @BeforeEach
    void ownRoutes() {
        routes = new OwnRoutes(context);
    }

    @AfterEach
    void removeRoutes() throws Exception {
        routes.close();
    }

    /** Asks as a client of that revision does. */
    protected final Answer ask(String revision, String method, ObjectNode params, String result) {
        return revision.equals(McpClient.MODERN) ? client.modern(method, params, result) : client.legacy(revision, method, params, result);
    }
}
