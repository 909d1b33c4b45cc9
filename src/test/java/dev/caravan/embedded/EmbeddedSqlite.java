package dev.caravan.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;

/** SQLite: a file that processes can read while another writes. */
final class EmbeddedSqlite implements EmbeddedServer {

    private Path file;

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        file = Files.createDirectories(directory).resolve("caravan.db");
        try (Connection connection = DriverManager.getConnection(address())) {
            connection.createStatement().execute("PRAGMA journal_mode=WAL");
        }
    }

    @Override
    public String address() {
        return "jdbc:sqlite:" + file;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.databases.sqlite.url", address());
    }

    @Override
    public void stop() {
        // nothing to stop; the file stays
    }
}
