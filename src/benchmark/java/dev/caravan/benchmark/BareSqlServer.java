package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.zaxxer.hikari.HikariDataSource;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The statements of {@link DatabaseBenchmark} without a gateway: undertow, Jackson, HikariCP and JDBC. Arguments: port, URL, user, pool
 * size.
 */
public final class BareSqlServer {

    private static final ObjectMapper JSON = new ObjectMapper();

    private BareSqlServer() {
    }

    public static void main(String[] args) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(args[1]);
        pool.setUsername(args[2]);
        pool.setPassword(args[2]);
        pool.setMaximumPoolSize(Integer.parseInt(args[3]));
        Undertow.builder().addHttpListener(Integer.parseInt(args[0]), "127.0.0.1").setWorkerThreads(256)
                .setHandler(exchange -> exchange.dispatch(exchange.getDispatchExecutor(), () -> handle(exchange, pool)))
                .build().start();
        System.out.println("bare server is ready");
    }

    private static void handle(HttpServerExchange exchange, HikariDataSource pool) {
        try (Connection connection = connection(exchange, pool)) {
            JsonNode request = JSON.readTree(exchange.getInputStream().readAllBytes());
            JsonNode filters = request.at("/params/arguments/filters");
            ObjectNode envelope = JSON.createObjectNode().put("success", true);
            if (filters.isMissingNode()) {
                latest(connection, envelope);
                answer(exchange, request, envelope.put("has_more", true));
                return;
            }
            if (filters.has("id")) {
                read(connection, envelope, "select id, name, status, age from benchmark where id = ? limit 100",
                        filters.get("id").asLong());
                envelope.put("count", envelope.get("data").size());
            } else {
                read(connection, envelope, "select id, name, status, age from benchmark where status = ? limit 10",
                        filters.get("status").asText());
                try (PreparedStatement count = connection.prepareStatement("select count(*) from benchmark where status = ?")) {
                    count.setString(1, filters.get("status").asText());
                    try (ResultSet rows = count.executeQuery()) {
                        rows.next();
                        envelope.put("count", rows.getLong(1));
                    }
                }
            }
            envelope.put("has_more", envelope.get("count").asLong() > envelope.get("data").size());
            answer(exchange, request, envelope);
        } catch (IOException | SQLException e) {
            exchange.setStatusCode(500).endExchange();
        }
    }

    private static void answer(HttpServerExchange exchange, JsonNode request, ObjectNode envelope) throws IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.getResponseSender().send(ByteBuffer.wrap(BareServer.result(request, envelope)));
    }

    private static void latest(Connection connection, ObjectNode envelope) throws SQLException {
        ArrayNode data = envelope.putArray("data");
        try (PreparedStatement statement = connection.prepareStatement("select id, at from ordered order by at desc limit 10");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                data.addObject().put("id", rows.getLong(1)).put("at", rows.getString(2));
            }
        }
    }

    private static Connection connection(HttpServerExchange exchange, HikariDataSource pool) throws SQLException {
        exchange.startBlocking();
        return pool.getConnection();
    }

    private static void read(Connection connection, ObjectNode envelope, String sql, Object value) throws SQLException {
        ArrayNode data = envelope.putArray("data");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, value);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    data.addObject().put("id", rows.getLong(1)).put("name", rows.getString(2)).put("status", rows.getString(3)).put("age",
                            rows.getInt(4));
                }
            }
        }
    }
}
