package dev.caravan.catalogue;

import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Two gateways on the store of the shared one, at which users may have little; shared by the classes that extend it. */
abstract class LimitedUsers extends CatalogueTest {

    static final int MOST = 3;
    static final int MOST_KB = 100;

    private OwnGateway one;
    private OwnGateway another;

    @BeforeAll
    void startThem() {
        one = limited();
        another = limited();
    }

    private static OwnGateway limited() {
        OwnGateway gateway = OwnGateway.withAllRoutes().servers(ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL)
                .set("quota.max-tables-per-user", MOST)
                .set("quota.max-tools-per-user", MOST).set("quota.max-instances-per-user", MOST)
                .set("quota.max-bytes-per-user", MOST_KB + "KB").shared().start();
        await().until(() -> new RestClient(gateway.port(), newUser()).get("/api/v1/tables").status() == 200);
        return gateway;
    }

    @AfterAll
    void stopThem() {
        one.close();
        another.close();
    }

    /** The test's user, at one of the two gateways. */
    RestClient limited(int number) {
        return new RestClient(gateway(number).port(), user);
    }

    /** A client of the instance, at one of the two gateways. */
    McpClient limited(int number, Made instance) {
        return McpClient.ofInstance(gateway(number).port(), instance.key());
    }

    private OwnGateway gateway(int number) {
        return number % 2 == 0 ? one : another;
    }
}
