package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.EmbeddedServers;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import jakarta.jms.Message;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages for a database that is told as away stay with their broker, and others go on. */
@Tag("nightly")
class AwayDatabaseTest extends BothBrokersTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private EmbeddedServers servers;
    private ServerHandle shop;

    @BeforeEach
    void startShop() throws Exception {
        servers = SharedServers.apart("bus-shop");
        servers.start(List.of(ServerKind.POSTGRESQL));
        shop = servers.get(ServerKind.POSTGRESQL);
        sql("drop table if exists orders; create table orders (id int primary key)");
    }

    @AfterEach
    void stopServers() {
        servers.close();
    }

    @Test
    void insertsWaitUntilTheirDatabaseIsBackAndOthersGoOn() throws Exception {
        try (OwnGateway gateway = gateway("bus.jms.consumers=8"); JmsClient overJms = new JmsClient(jms, name);
                KafkaClient overKafka = new KafkaClient(kafka, name)) {
            assertThat(overKafka.ask(insert(0))).contains("\"success\":true");
            stopShop(gateway);
            try (GatewayLog log = GatewayLog.record()) {
                for (int i = 1; i <= 3; i++) {
                    overJms.send(overJms.text(insert(i)), null, overJms.answers(), 0);
                    overKafka.tell(insert(10 + i));
                }
                await().atMost(LONG).until(() -> operations(gateway, "health").contains("6 messages wait: database-shop does not answer"));
                assertThat(log.text()).containsOnlyOnce("Messages wait reason=\"database-shop does not answer\"");
            }
            assertThat(operations(gateway, "prometheus")).containsPattern("caravan_bus_waiting 6\\.0");
            try (JmsClient another = new JmsClient(jms, name); KafkaClient anothers = new KafkaClient(kafka, name)) {
                assertThat(another.ask(PING)).contains("result");
                assertThat(anothers.ask(PING)).contains("result");
            }
            assertThat(overJms.next(100)).isNull();

            shop.start();

            for (int i = 1; i <= 3; i++) {
                assertThat(JmsClient.body(overJms.next(LONG.toMillis()))).contains("\"success\":true");
            }
            await().atMost(LONG).until(() -> rows() == 7);
            await().atMost(LONG).until(() -> operations(gateway, "health").contains("\"jms\":{\"status\":\"UP\""));
            assertThat(overJms.take(name + "-dead", 100)).isNull();
        }
    }

    /** Two of four places wait. The other messages are refused at once, and no longer than max-wait. */
    @Test
    void moreThanHalfOfThePlacesNeverWaitForADatabase() throws Exception {
        try (OwnGateway gateway = gateway("bus.jms.consumers=4", "bus.max-wait=20s"); JmsClient client = new JmsClient(jms, name)) {
            assertThat(client.ask(insert(0))).contains("\"success\":true");
            stopShop(gateway);
            for (int i = 1; i <= 6; i++) {
                client.send(client.text(insert(i)), null, i % 2 == 0 ? client.answers() : null, 0);
            }
            await().atMost(LONG).until(() -> operations(gateway, "health").contains("2 messages wait: database-shop"));
            Message dead = client.take(name + "-dead", LONG.toMillis());
            assertThat(dead.getStringProperty("caravanReason")).isEqualTo("database-shop does not answer");
            try (JmsClient another = new JmsClient(jms, name)) {
                assertThat(another.ask(PING)).contains("result");
            }
            for (int i = 0; i < 3; i++) {
                Message answer = client.next(LONG.toMillis());
                assertThat(JmsClient.body(answer)).contains("The call was not run because database-shop does not answer");
            }
            for (int i = 0; i < 2; i++) {
                assertThat(client.take(name + "-dead", LONG.toMillis())).as("without a place for answers").isNotNull();
            }
            shop.start();
            assertThat(rows()).isEqualTo(1);
        }
    }

    private OwnGateway gateway(String... more) {
        return OwnGateway.withAllRoutes().settings(settings(true, more).toArray(String[]::new)).settings("databases.shop.type=postgresql",
                "databases.shop.url=" + shop.address(), "databases.shop.username=postgres", "databases.shop.password=postgres",
                "databases.shop.connect-timeout=1s").start();
    }

    /** Stops the database, and waits until health tells that it is away. */
    private void stopShop(OwnGateway gateway) throws Exception {
        shop.stop();
        await().atMost(LONG).untilAsserted(() -> assertThat(McpClient.JSON.readTree(operations(gateway, "health"))
                .at("/components/dependencies/components/database-shop/status").asText()).isEqualTo("DEGRADED"));
    }

    private static String insert(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"db_insert_shop\",\"arguments\":"
                + "{\"table\":\"orders\",\"data\":{\"id\":" + id + "}}}}";
    }

    private static String operations(OwnGateway gateway, String page) throws Exception {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator/" + page)).build(),
                BodyHandlers.ofString()).body();
    }

    private int rows() throws Exception {
        try (Connection connection = DriverManager.getConnection(shop.address(), "postgres", "postgres");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from orders")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private void sql(String text) throws Exception {
        try (Connection connection = DriverManager.getConnection(shop.address(), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }
}
