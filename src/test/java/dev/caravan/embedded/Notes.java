package dev.caravan.embedded;

import static org.neo4j.driver.Values.parameters;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import jakarta.jms.Connection;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.bson.Document;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;

/** Writes notes to a server and reads all of them, each time with a new client of that server's kind. */
interface Notes {

    void add(String note) throws Exception;

    List<String> all() throws Exception;

    static Notes in(ServerKind kind, ServerHandle server) {
        return switch (kind) {
            case MONGO -> new InMongo(server.address() + "/?serverSelectionTimeoutMS=20000");
            case POSTGRESQL -> new InSql(server, "caravan.databases.postgresql");
            case MARIADB -> new InSql(server, "caravan.databases.mysql");
            case SQLITE -> new InSql(server, "caravan.databases.sqlite");
            case REDIS -> new InRedis(server.address());
            case NEO4J -> new InNeo4j(server.address());
            case OPENSEARCH -> new InOpenSearch(server.address());
            case ARTEMIS -> new InArtemis(server.address());
            case KAFKA, MEDICAL, SEARX, POSTGREST -> throw new IllegalArgumentException(kind + " keeps no data of its own");
        };
    }

    /** Like {@link #in}, but gives up soon. */
    static Notes inStopped(ServerKind kind, ServerHandle server) {
        return kind == ServerKind.MONGO ? new InMongo(server.address() + "/?serverSelectionTimeoutMS=1000") : in(kind, server);
    }

    record InMongo(String uri) implements Notes {

        @Override
        public void add(String note) {
            try (MongoClient client = MongoClients.create(uri)) {
                notes(client).insertOne(new Document("note", note));
            }
        }

        @Override
        public List<String> all() {
            try (MongoClient client = MongoClients.create(uri)) {
                return notes(client).find().map(found -> found.getString("note")).into(new ArrayList<>());
            }
        }

        private static MongoCollection<Document> notes(MongoClient client) {
            return client.getDatabase("test").getCollection("notes");
        }
    }

    record InSql(ServerHandle server, String prefix) implements Notes {

        @Override
        public void add(String note) throws Exception {
            try (java.sql.Connection connection = connect()) {
                connection.createStatement().execute("CREATE TABLE IF NOT EXISTS notes (note VARCHAR(100))");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO notes VALUES (?)");
                insert.setString(1, note);
                insert.executeUpdate();
            }
        }

        @Override
        public List<String> all() throws Exception {
            try (java.sql.Connection connection = connect()) {
                ResultSet rows = connection.createStatement().executeQuery("SELECT note FROM notes");
                List<String> notes = new ArrayList<>();
                while (rows.next()) {
                    notes.add(rows.getString(1));
                }
                return notes;
            }
        }

        private java.sql.Connection connect() throws Exception {
            return DriverManager.getConnection(server.properties().get(prefix + ".url"),
                    server.properties().get(prefix + ".username"), server.properties().get(prefix + ".password"));
        }
    }

    record InRedis(String uri) implements Notes {

        @Override
        public void add(String note) {
            try (RedisClient client = RedisClient.create(uri);
                    StatefulRedisConnection<String, String> redis = client.connect()) {
                redis.sync().rpush("notes", note);
            }
        }

        @Override
        public List<String> all() {
            try (RedisClient client = RedisClient.create(uri);
                    StatefulRedisConnection<String, String> redis = client.connect()) {
                return redis.sync().lrange("notes", 0, -1);
            }
        }
    }

    record InNeo4j(String uri) implements Notes {

        @Override
        public void add(String note) {
            try (Driver driver = GraphDatabase.driver(uri, AuthTokens.none())) {
                driver.session().run("CREATE (:Note {text: $text})", parameters("text", note)).consume();
            }
        }

        @Override
        public List<String> all() {
            try (Driver driver = GraphDatabase.driver(uri, AuthTokens.none())) {
                return driver.session().run("MATCH (n:Note) RETURN n.text").list(row -> row.get(0).asString());
            }
        }
    }

    record InOpenSearch(String uri) implements Notes {

        @Override
        public void add(String note) throws Exception {
            send(HttpRequest.newBuilder(URI.create(uri + "/notes/_doc?refresh=true"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"note\": \"" + note + "\"}")));
        }

        @Override
        public List<String> all() throws Exception {
            String found = send(HttpRequest.newBuilder(URI.create(uri + "/notes/_search")));
            return new ObjectMapper().readTree(found).at("/hits/hits").findValuesAsText("note");
        }

        private static String send(HttpRequest.Builder request) throws Exception {
            HttpResponse<String> response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(response.body());
            }
            return response.body();
        }
    }

    record InArtemis(String uri) implements Notes {

        @Override
        public void add(String note) throws Exception {
            try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(uri);
                    Connection connection = factory.createConnection()) {
                Session session = connection.createSession();
                session.createProducer(session.createQueue("notes")).send(session.createTextMessage(note));
            }
        }

        @Override
        public List<String> all() throws Exception {
            try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(uri);
                    Connection connection = factory.createConnection()) {
                connection.start();
                Session session = connection.createSession();
                Queue queue = session.createQueue("notes");
                List<String> notes = new ArrayList<>();
                for (Object message : Collections.list(session.createBrowser(queue).getEnumeration())) {
                    notes.add(((TextMessage) message).getText());
                }
                return notes;
            }
        }
    }
}
