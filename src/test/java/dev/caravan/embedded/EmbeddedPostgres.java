package dev.caravan.embedded;

import io.zonky.test.db.postgres.util.ArchUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.springframework.util.FileSystemUtils;

/**
 * PostgreSQL 17, with its default durability. Only the executables come from the library: its own way to start a server disables
 * {@code fsync}, and notices a failed server only by its timeout.
 */
final class EmbeddedPostgres implements EmbeddedServer {

    private static final String USER = "postgres";

    /** A database separate from the samples, so that no db_* tool reaches the gateway's own data. */
    private static final String STORE = "caravan";

    /** In seconds. Another program on the port may accept the connection and never answer. */
    private static final String PROBE_LIMITS = "?connectTimeout=2&loginTimeout=2&socketTimeout=2";

    private final Binaries binaries;
    private ServerProcess process;
    private int port;

    EmbeddedPostgres(Binaries binaries) {
        this.binaries = binaries;
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        Files.createDirectories(directory);
        Path bin = executables().resolve("bin");
        new Orphans(binaries.directory(), directory).stop(StopSignal.INT);
        process = new ServerProcess(directory, StopSignal.INT);
        Path data = directory.resolve("data");
        if (!Files.isDirectory(data)) {
            initialise(bin, directory, data);
        }
        // The process in this file has ended. If another process has its number now, PostgreSQL would refuse to start.
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        process.start(command(bin.resolve("postgres"), directory,
                "-D", data.toString(),
                "-p", String.valueOf(port),
                "-c", "listen_addresses=127.0.0.1",
                "-c", "unix_socket_directories=",
                "-c", "max_connections=300",
                "-c", "timezone=UTC"), this::query);
        createStore();
    }

    private void createStore() throws SQLException {
        try (Connection connection = DriverManager.getConnection(address(), USER, USER);
                Statement statement = connection.createStatement()) {
            if (!statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + STORE + "'").next()) {
                statement.execute("CREATE DATABASE " + STORE);
            }
        }
    }

    /** Creates the data beside its final place and then moves it there, so that a killed first start leaves nothing that looks complete. */
    private void initialise(Path bin, Path directory, Path data) throws IOException, InterruptedException {
        Path fresh = directory.resolve("new");
        FileSystemUtils.deleteRecursively(fresh);
        process.run(command(bin.resolve("initdb"), directory,
                "-D", fresh.toString(), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync",
                "--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
        Files.move(fresh, data);
    }

    private ProcessBuilder command(Path executable, Path directory, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(Unprivileged.prefix(directory));
        words.add(executable.toString());
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words);
    }

    private Path executables() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replaceFirst("(mac|windows).*", "$1");
        String archive = "postgres-" + system.replace("mac", "darwin") + "-"
                + ArchUtils.normalize(System.getProperty("os.arch")) + ".txz";
        return binaries.unpacked(archive, into -> {
            try (InputStream in = getClass().getClassLoader().getResourceAsStream(archive)) {
                untar(in, into);
            }
        });
    }

    private static void untar(InputStream archive, Path into) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(archive))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = into.resolve(entry.getName()).normalize();
                Files.createDirectories(entry.isDirectory() ? file : file.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else if (entry.isFile()) {
                    Files.copy(tar, file);
                    file.toFile().setExecutable((entry.getMode() & 0100) != 0, false);
                }
            }
        }
    }

    private boolean query() throws Exception {
        try (Connection connection = DriverManager.getConnection(address() + PROBE_LIMITS, USER, USER)) {
            return connection.createStatement().execute("SELECT 1");
        }
    }

    @Override
    public String address() {
        return address("postgres");
    }

    private String address(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.databases.postgresql.url", address(),
                "caravan.databases.postgresql.username", USER,
                "caravan.databases.postgresql.password", USER,
                "caravan.store.url", address(STORE),
                "caravan.store.username", USER,
                "caravan.store.password", USER);
    }

    @Override
    public void stop() throws Exception {
        process.stop();
    }
}
