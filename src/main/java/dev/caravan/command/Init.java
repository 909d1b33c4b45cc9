package dev.caravan.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a project. */
@Command(name = "init", description = "Make a small project: settings with one SQLite database, a tool on it, and a README.")
final class Init implements Callable<Integer> {

    private static final List<String> FILES = List.of("config/application.yaml", "routes/orders_by_status.camel.yaml", "README.md");
    private static final List<String> ROWS = List.of(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, status TEXT NOT NULL, total NUMERIC NOT NULL)",
            "INSERT INTO orders (customer, status, total) VALUES ('Ada', 'open', 120.5), ('Grace', 'open', 310), ('Alan', 'paid', 42)");

    private final Invocation invocation;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Folder to make, or an empty one.")
    private Path directory;

    Init(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        Path folder = invocation.caller().resolve(directory).normalize();
        if (Files.exists(folder) && (!Files.isDirectory(folder) || !isEmpty(folder))) {
            throw new ParameterException(spec.commandLine(), folder + (Files.isDirectory(folder) ? " is not empty" : " is a file"));
        }
        String caravan = invocation.launcher();
        for (String name : FILES) {
            try (InputStream in = Init.class.getResourceAsStream("init/" + name)) {
                Path file = folder.resolve(name);
                Files.createDirectories(file.getParent());
                Files.writeString(file, new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("{{caravan}}", caravan));
            }
        }
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("shop.db"));
                Statement statement = database.createStatement()) {
            for (String each : ROWS) {
                statement.execute(each);
            }
        }
        spec.commandLine().getOut().println("Made " + folder + ". Next:\n  cd " + directory + "\n  " + caravan);
        return 0;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }
}
