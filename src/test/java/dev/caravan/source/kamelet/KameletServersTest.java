package dev.caravan.source.kamelet;

import static dev.caravan.embedded.SharedServers.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.caravan.embedded.ServerKind;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kamelets of the catalogue against the real servers: Kafka, Artemis over JMS, PostgreSQL and MongoDB. */
@Tag("full")
class KameletServersTest extends KameletGateways {

    private final String orders = named("orders");
    private final String uri = "kamelet:///" + orders;

    @Test
    void recordSentToKafkaIsAnEventOfAResource() throws Exception {
        String kafka = get(ServerKind.KAFKA).address();
        configure("send", "kamelet: kafka-not-secured-sink\nproperties: {bootstrapServers: '" + kafka
                + "', topic: kamelet-orders}\nheaders: {key: {}}\ntimeout: 30s\n");
        configure(orders, "kamelet: kafka-not-secured-source\nproperties: {bootstrapServers: '" + kafka
                + "', topic: kamelet-orders, autoOffsetReset: earliest, consumerGroup: kamelets, topicIsPattern: false}\n");
        start();

        assertThat(call("send", "{\"key\":\"k1\",\"body\":{\"item\":\"tea\"}}").get("ok").asBoolean()).isTrue();
        assertThat(call("send", "{\"topic\":\"others\",\"body\":\"x\"}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");

        until(() -> events(uri).size() == 1);
        JsonNode event = events(uri).get(0);
        assertThat(event.at("/body/item").asText()).isEqualTo("tea");
        assertThat(event.at("/headers/kafka.TOPIC").asText()).isEqualTo("kamelet-orders");
    }

    @Test
    void messageSentToAQueueIsAnEventOfAResource() throws Exception {
        String broker = get(ServerKind.ARTEMIS).address();
        configure("send", "kamelet: jms-apache-artemis-sink\nproperties: {brokerURL: '" + broker + "', destinationName: kamelet.orders}\n");
        configure(orders,
                "kamelet: jms-apache-artemis-source\nproperties: {brokerURL: '" + broker + "', destinationName: kamelet.orders}\n");
        start();

        long begin = System.nanoTime();
        assertThat(call("send", "{\"body\":\"tea\"}").get("ok").asBoolean()).isTrue();
        assertThat(System.nanoTime() - begin).as("it waits for no reply").isLessThan(10_000_000_000L);
        until(() -> events(uri).at("/0/body").asText().equals("tea"));
    }

    @Test
    void sinkWritesTheBodyToPostgresql() throws Exception {
        String address = get(ServerKind.POSTGRESQL).address();
        URI uri = URI.create(address.replaceFirst("^jdbc:", "").replaceFirst("\\?.*", ""));
        try (Connection database = DriverManager.getConnection(address, "postgres", "postgres")) {
            database.createStatement()
                    .execute("drop table if exists kamelet_account; create table kamelet_account (username text, city text)");
            configure("account", """
                    kamelet: postgresql-sink
                    properties:
                      serverName: %s
                      serverPort: %d
                      databaseName: %s
                      username: postgres
                      password: ${KAMELET_PASSWORD}
                      query: insert into kamelet_account values (:#username, :#city)
                    body: {type: object, properties: {username: {type: string}, city: {type: string}}, required: [username]}
                    """.formatted(uri.getHost(), uri.getPort(), uri.getPath().substring(1)));
            start();
            assertThat(tools().toString()).doesNotContain("postgres\"", "password");

            JsonNode answer = call("account", "{\"body\":{\"username\":\"Ada'); drop table kamelet_account; --\",\"city\":\"London\"}}");
            assertThat(answer.get("ok").asBoolean()).as(answer.toString()).isTrue();
            assertThat(
                    call("account", "{\"query\":\"delete from kamelet_account\",\"body\":{\"username\":\"x\"}}").at("/error/code").asText())
                    .isEqualTo("INVALID_ARGUMENT");
            assertThat(call("account", "{\"body\":{}}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");

            ResultSet rows = database.createStatement().executeQuery("select username, city from kamelet_account");
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("Ada'); drop table kamelet_account; --");
            assertThat(rows.next()).isFalse();

            gateway.bean(Kamelets.class).remove("account");
            until(() -> count(database,
                    "select count(*) from pg_stat_activity where query like '%kamelet_account values%' and pid <> pg_backend_pid()") == 0);
        }
    }

    private static long count(Connection database, String query) throws Exception {
        ResultSet rows = database.createStatement().executeQuery(query);
        rows.next();
        return rows.getLong(1);
    }

    @Test
    void sinkWritesTheBodyToMongodb() {
        String address = get(ServerKind.MONGO).address();
        configure("note", "kamelet: mongodb-sink\nproperties: {hosts: '" + address.replaceFirst("mongodb://", "").replaceFirst("/.*", "")
                + "', database: kamelets, collection: notes, ssl: false, createCollection: true}\n");
        start();

        assertThat(call("note", "{\"body\":{\"text\":\"hello\",\"n\":3}}").get("ok").asBoolean()).isTrue();
        assertThat(call("note", "{\"collection\":\"others\",\"body\":{}}").at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        try (MongoClient client = MongoClients.create(address)) {
            assertThat(client.getDatabase("kamelets").getCollection("notes").find().first()).containsEntry("text", "hello")
                    .containsEntry("n", 3);
        }
    }

    @Test
    void lostBrokerIsRetriedAndOthersWork() {
        configure(orders, "kamelet: jms-apache-artemis-source\nproperties: {brokerURL: 'tcp://127.0.0.1:1', destinationName: x}\n");
        configure("say", "kamelet: log-sink\n");
        start();

        assertThat(call("say", "{\"body\":\"x\"}").get("ok").asBoolean()).isTrue();
        assertThat(listed("resources", "uri")).containsOnlyKeys(uri);
    }
}
