package dev.caravan.guide;

import dev.caravan.Fork;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.springframework.util.FileSystemUtils;

/**
 * A checkout after {@code mvn package}, and a PostgreSQL with the database {@code shop} of the user {@code ada}. {@code target/caravan} has
 * the launcher, the options and the routes of the package. Its {@code caravan.jar} has the classes under test, and their class path.
 * {@code claude} stands for Claude Code: it connects with the address and the header that it gets.
 */
final class ProjectPlace implements PageWalk.Place {

    private static final String CLAUDE = """
            #!/bin/bash
            [ "$1 $2 $3 $4 $7" = "mcp add --transport http --header" ] || exit 2
            curl -sf "$6" -H "$8" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '{"jsonrpc":"2.0",
              "id":1,"method":"tools/list"}' | grep -q '"tools":' && echo "Added HTTP MCP server $5"
            """;
    private static final List<String> SHOP = List.of("DROP DATABASE IF EXISTS shop", "DROP ROLE IF EXISTS ada",
            "CREATE ROLE ada LOGIN PASSWORD 'secret'", "CREATE DATABASE shop OWNER ada");
    private static final List<String> ORDERS = List.of("SET ROLE ada",
            "CREATE TABLE orders (id int PRIMARY KEY, customer text, status text, total numeric(10, 2))",
            "INSERT INTO orders VALUES (1, 'Ada', 'open', 120.5), (2, 'Grace', 'open', 310), (3, 'Alan', 'paid', 42),"
                    + " (4, 'Ada', 'sent', 18)");

    private final Path folder = Fork.folder("own-project").toAbsolutePath();
    private final int port = FreePorts.pick();
    private final int operations = FreePorts.pick();
    private final String database;

    ProjectPlace() throws IOException, SQLException {
        FileSystemUtils.deleteRecursively(folder);
        install(folder.resolve("target/caravan"));
        program(programs().resolve("claude"), CLAUDE);
        String server = SharedServers.get(ServerKind.POSTGRESQL).address();
        run(server, SHOP);
        String shop = server.replaceFirst("(?<=\\d/)\\w+", "shop");
        run(shop, ORDERS);
        database = shop.replaceFirst(".*:(\\d+)/.*", "$1");
    }

    private static void run(String address, List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static void install(Path home) throws IOException {
        FileSystemUtils.copyRecursively(Path.of("src/main/dist"), home);
        program(home.resolve("bin/caravan"), Files.readString(home.resolve("bin/caravan")));
        FileSystemUtils.copyRecursively(Path.of("routes"), home.resolve("routes"));
        FileSystemUtils.copyRecursively(Path.of("config"), home.resolve("config"));
        Path classes = Path.of("target/classes").toAbsolutePath();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "dev.caravan.Caravan");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, Arrays.stream(System.getProperty("java.class.path")
                .split(File.pathSeparator)).filter(each -> each.endsWith(".jar")).map(each -> Path.of(each).toUri().toString())
                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(home.resolve("caravan.jar"));
                JarOutputStream jar = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, jar);
            }
        }
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Settings as variables, which every command of the terminal has. */
    @Override
    public String preparation() {
        String patience = Patience.settings().entrySet().stream()
                .map(each -> each.getKey().toUpperCase(Locale.ROOT).replace('.', '_').replace("-", "") + "=" + each.getValue())
                .collect(Collectors.joining(" "));
        return "unset CARAVAN_KEY CARAVAN_URL; export HOME='" + folder + "' CARAVAN_HTTP_PORT=" + port + " SERVER_PORT=" + operations + " "
                + patience + " GIT_AUTHOR_NAME=ada GIT_AUTHOR_EMAIL=ada@example.com GIT_COMMITTER_NAME=ada"
                + " GIT_COMMITTER_EMAIL=ada@example.com";
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Path project() {
        return folder.resolve("shop");
    }

    @Override
    public Path programs() {
        return folder.resolve("programs");
    }

    @Override
    public String here(String text) {
        return text.replaceAll("(localhost|127\\.0\\.0\\.1):8080", "$1:" + port)
                .replaceAll("(localhost|127\\.0\\.0\\.1):8081", "$1:" + operations).replace("127.0.0.1:5432", "127.0.0.1:" + database);
    }

    @Override
    public String usual(String text) {
        return text.replace(":" + port, ":8080").replace(":" + operations, ":8081");
    }

    @Override
    public String log() {
        try {
            Path log = project().resolve("caravan.log");
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
