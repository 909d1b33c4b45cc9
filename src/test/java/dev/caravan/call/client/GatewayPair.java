package dev.caravan.call.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import java.util.function.UnaryOperator;

/** Two gateways with the same routes, to which a load balancer could lead the same client. */
final class GatewayPair implements AutoCloseable {

    final OwnGateway one;
    final OwnGateway other;

    private GatewayPair(OwnGateway one, OwnGateway other) {
        this.one = one;
        this.other = other;
    }

    /** @param routes YAML of the routes of both, besides the repository's entries */
    static GatewayPair start(String routes, UnaryOperator<OwnGateway.Builder> one, UnaryOperator<OwnGateway.Builder> other) {
        OwnGateway.Builder first = OwnGateway.withEntries().file("own", routes);
        OwnGateway started = one.apply(first).start();
        try {
            return new GatewayPair(started, other.apply(OwnGateway.withRoutes(first.routes())).start());
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** A modern client's call of the tool {@code asking}. */
    static Answer modern(int port, ObjectNode params, String capabilities) {
        return new McpClient(port).modernCall(params, capabilities);
    }

    @Override
    public void close() {
        one.close();
        other.close();
    }
}
