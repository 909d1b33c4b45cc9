package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.Fork;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.observe.SqlSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.jdbc.core.SqlTypeValue;
import org.springframework.jdbc.core.StatementCreatorUtils;
import org.springframework.util.unit.DataSize;

/**
 * A database with the tables of {@code tables-PRODUCT.sql}, of which the gateway allows some, and the gateway's own judge, connection pool
 * and session settings. It runs a statement as db_advanced does and as the driver alone does. Every change is rolled back.
 */
final class JudgedDatabase implements AutoCloseable {

    private static final String NAME = "sqljudge";
    private static final List<String> ALLOWED = List.of("accounts", "orders", "accounts_view", "docs");

    /** What the gateway's pool sets, for the product's own client. */
    private static final String MYSQL_SESSION = "SET time_zone = '+00:00', "
            + "sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'";

    private final DatabaseKind product;
    private final SqlDatabase database;
    private final String url;
    private final String user;
    private final String password;

    private JudgedDatabase(DatabaseKind product, String url, String user, String password) {
        this.product = product;
        this.url = url;
        this.user = user;
        this.password = password;
        this.database = SqlDatabase.open("judged", new DatabaseProperties.Database(product, url, user, password, null, "public", false,
                ALLOWED, List.of(), Duration.ofSeconds(4),
                Duration.ofSeconds(10), 3, 1_000, DataSize.ofMegabytes(1), List.of()), new ObjectMapper(), new SimpleMeterRegistry(),
                SqlSpans.none());
    }

    /** @param wide whether the role may do everything, in MySQL also read and write files; else it may use the allowed tables alone */
    static JudgedDatabase of(DatabaseKind product, boolean wide) throws SQLException, IOException {
        return switch (product) {
            case POSTGRESQL -> postgresql(wide);
            case MYSQL -> mysql(wide);
            default -> sqlite();
        };
    }

    private static JudgedDatabase postgresql(boolean wide) throws SQLException {
        String server = SharedServers.get(ServerKind.POSTGRESQL).address();
        String own = server.replaceFirst("/[^/]*$", "/" + NAME);
        try (Connection connection = DriverManager.getConnection(server, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            if (!statement.executeQuery("select 1 from pg_database where datname = '" + NAME + "'").next()) {
                statement.execute("create database " + NAME);
                try (Connection made = DriverManager.getConnection(own, "postgres", "postgres");
                        Statement tables = made.createStatement()) {
                    for (String each : lines("tables-postgresql.sql")) {
                        tables.execute(each);
                    }
                }
            }
        }
        return new JudgedDatabase(DatabaseKind.POSTGRESQL, own, wide ? "postgres" : "sqljudge_r", "x");
    }

    private static JudgedDatabase mysql(boolean wide) throws SQLException {
        String server = SharedServers.get(ServerKind.MARIADB).address();
        try (Connection connection = DriverManager.getConnection(server, "caravan", "caravan");
                Statement statement = connection.createStatement()) {
            if (!statement.executeQuery("select 1 from information_schema.schemata where schema_name = '" + NAME + "'").next()) {
                for (String each : lines("tables-mysql.sql")) {
                    statement.execute(each);
                }
                // the user of the tests lacks FILE, and so can't grant it
                statement.execute("create user sqljudge_w@'%' identified by 'x'");
                statement.execute("grant select, insert, update, delete, execute, create, drop on *.* to sqljudge_w@'%'");
                statement.execute(
                        "update mysql.global_priv set priv = json_set(priv, '$.access', json_value(priv, '$.access') | 512) where user = "
                                + "'sqljudge_w'");
                statement.execute("flush privileges");
            }
        }
        return new JudgedDatabase(DatabaseKind.MYSQL, server.replaceFirst("/[^/]*$", "/" + NAME), wide ? "sqljudge_w" : "sqljudge_r", "x");
    }

    private static JudgedDatabase sqlite() throws SQLException, IOException {
        Path file = Files.createTempFile(Files.createDirectories(Fork.folder("judged")), "judged", ".db");
        Files.delete(file);
        String url = "jdbc:sqlite:" + file;
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            for (String each : lines("tables-sqlite.sql")) {
                statement.executeUpdate(each);
            }
        }
        return new JudgedDatabase(DatabaseKind.SQLITE, url, null, null);
    }

    /** Returns the statements of a list: one a line, with ⏎ for a line feed. */
    static List<String> lines(String name) {
        try (InputStream in = JudgedDatabase.class.getResourceAsStream("/database/statements/" + name)) {
            List<String> lines = new ArrayList<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("-- "))
                    .forEach(line -> {
                for (String each : name.startsWith("tables") && !name.contains("mysql") ? line.split(";(?= |$)") : new String[] {line}) {
                    lines.add(each.replace('⏎', '\n').strip());
                }
            });
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SqlDatabase database() {
        return database;
    }

    String url() {
        return url;
    }

    String user() {
        return user;
    }

    /** Connects with the product's own session settings, and with those that the gateway's pool makes. */
    Connection plain() throws SQLException {
        return database.source().getConnection();
    }

    /** Returns the values for the placeholders of the lists. */
    List<Object> values(int count) {
        return new ArrayList<>(java.util.Collections.nCopies(count, product == DatabaseKind.POSTGRESQL ? "1" : (Object) 1));
    }

    /** @throws DatabaseFailure if the judge refuses the statement */
    SqlStatement judged(SqlJudge judge, String text) throws DatabaseFailure, SQLException {
        int places;
        try {
            places = (int) SqlTokens.of(product, text).stream().filter(token -> token.kind() == SqlTokens.Kind.PARAMETER).count();
        } catch (SqlTokens.Unclear e) {
            places = 0;
        }
        return judge.statement(1, text, values(places));
    }

    SqlStatement judged(String text) throws DatabaseFailure, SQLException {
        return judged(new SqlJudge(database), text);
    }

    /** Runs a statement as db_advanced does: the settings of the transaction, the statement with its values bound, rollback. */
    String throughTheGateway(String text) throws DatabaseFailure, SQLException {
        SqlJudge judge = new SqlJudge(database);
        SqlStatement statement = judged(judge, text);
        try (Connection connection = database.source().getConnection()) {
            connection.setAutoCommit(false);
            SqlStatement settings = database.rules().transaction("public", judge.reads()).orElse(null);
            try {
                if (settings != null) {
                    result(connection, settings.text(), settings.values());
                }
                return result(connection, statement.text(), statement.values()) + state(connection);
            } finally {
                connection.rollback();
            }
        }
    }

    /** Runs the same text by the driver alone, with literals for the placeholders: without the judge, and without a prepared statement. */
    String byTheDriver(String text) throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.setEscapeProcessing(false);
                return result(statement, statement.execute(literal(text))) + state(connection);
            } finally {
                connection.rollback();
            }
        }
    }

    /** Returns the product's own client; null if it is not installed. */
    Path client() {
        String program = switch (product) {
            case POSTGRESQL -> "psql";
            case MYSQL -> "mariadb";
            default -> "sqlite3";
        };
        return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator)).map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable).findFirst().orElse(null);
    }

    /**
     * Returns the rows as the product's own client prints them; null if that client does not run the statement, because it is older than
     * the driver.
     */
    String byTheClient(String text) throws IOException, InterruptedException {
        String[] server = url.replaceFirst("^jdbc:[a-z]+://", "").split("[:/]");
        List<String> command = switch (product) {
            case POSTGRESQL -> List.of(client().toString(), "-X", "-q", "-t", "-A", "-F", "\u001f", "-P", "null=null",
                    "-c", "set timezone = 'UTC'", "-c", literal(text),
                    url.replaceFirst("^jdbc:postgresql://", "postgresql://" + user + "@"));
            case MYSQL -> List.of(client().toString(), "--host=" + server[0], "--port=" + server[1], "--user=" + user,
                    "--password=" + password, "--batch", "--raw", "--skip-column-names", "--default-character-set=utf8mb4",
                    "--init-command=" + MYSQL_SESSION, "--execute=" + literal(text), server[2]);
            default -> List.of(client().toString(), "-list", "-readonly", "-separator", "\u001f", "-nullvalue", "null", "-cmd",
                    "pragma case_sensitive_like = on", url.replaceFirst("^jdbc:sqlite:", ""), literal(text));
        };
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String rows = product == DatabaseKind.MYSQL ? output.replace('\t', '\u001f')
                .replaceAll("(?<![^\u001f\n])NULL(?![^\u001f\n])", "null") : output;
        return process.waitFor() == 0 ? normal(rows) : null;
    }

    /** Returns the rows that the gateway's path gives, as {@link #byTheClient} writes them. */
    String rows(String text) throws DatabaseFailure, SQLException {
        String all = throughTheGateway(text);
        try (Connection connection = database.source().getConnection()) {
            return normal(all.substring(0, all.length() - state(connection).length()));
        }
    }

    /** SQLite's client writes 15 digits of a number, the driver 17. */
    private static String normal(String rows) {
        return Stream.of(rows.split("(?<=[\u001f\n])|(?=[\u001f\n])")).map(value -> {
            try {
                return new java.math.BigDecimal(value).round(new java.math.MathContext(13)).stripTrailingZeros().toPlainString();
            } catch (NumberFormatException e) {
                return value;
            }
        }).reduce("", String::concat).stripTrailing();
    }

    /** Returns the text with literals for its placeholders, as a product's own client takes it. */
    String literal(String text) {
        StringBuilder literal = new StringBuilder();
        int from = 0;
        try {
            for (SqlTokens.Token token : SqlTokens.of(product, text)) {
                if (token.text().equals("?") && (token.kind() == SqlTokens.Kind.PARAMETER || token.kind() == SqlTokens.Kind.SYMBOL)) {
                    literal.append(text, from, token.at())
                            .append(token.kind() == SqlTokens.Kind.SYMBOL ? "?" : product == DatabaseKind.POSTGRESQL ? "'1'" : "1");
                    from = token.end();
                }
            }
        } catch (SqlTokens.Unclear e) {
            return text;
        }
        return literal + text.substring(from);
    }

    private static String result(Connection connection, String text, List<Object> values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < values.size(); i++) {
                StatementCreatorUtils.setParameterValue(statement, i + 1, SqlTypeValue.TYPE_UNKNOWN, values.get(i));
            }
            return result(statement, statement.execute());
        }
    }

    private static String result(Statement statement, boolean rows) throws SQLException {
        if (!rows) {
            return "changed " + statement.getUpdateCount() + "\n";
        }
        StringBuilder text = new StringBuilder();
        try (ResultSet all = statement.getResultSet()) {
            while (all.next()) {
                for (int i = 1; i <= all.getMetaData().getColumnCount(); i++) {
                    text.append(i == 1 ? "" : "\u001f").append(all.getString(i));
                }
                text.append("\n");
            }
        }
        return text.toString();
    }

    /** Returns what the tables hold, so that a change is compared too. */
    private String state(Connection connection) throws SQLException {
        return Map.of("accounts", "id, name, note, balance", "orders", "account_id, amount, status").entrySet().stream()
                .sorted(Map.Entry.comparingByKey()).map(table -> {
            try {
                return result(connection, "select " + table.getValue() + " from " + table.getKey() + " order by id", List.of());
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }).reduce("", String::concat);
    }

    /**
     * Returns whether another result is the same as this one of {@link #throughTheGateway}, but for what the clock, chance or a counter
     * gave.
     */
    boolean isSame(String text, String result, String other) throws DatabaseFailure, SQLException {
        return result.equals(other) || !result.equals(throughTheGateway(text)) && shape(result).equals(shape(other));
    }

    private static String shape(String result) {
        return result.replaceAll("[^\n\u001f]+", "x");
    }

    /** Returns whether SQLite's program for the statement opens a table or an index of the canary. */
    boolean readsCanary(String text) throws SQLException {
        if (product != DatabaseKind.SQLITE) {
            return false;
        }
        try (Connection connection = database.source().getConnection()) {
            List<Integer> roots = new ArrayList<>();
            try (ResultSet pages = connection.createStatement()
                    .executeQuery("select rootpage from sqlite_master where tbl_name = 'canary'")) {
                while (pages.next()) {
                    roots.add(pages.getInt(1));
                }
            }
            try (PreparedStatement explain = connection.prepareStatement("explain " + text); ResultSet program = explain.executeQuery()) {
                while (program.next()) {
                    if (program.getString("opcode").matches("OpenRead|OpenWrite") && roots.contains(program.getInt("p2"))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Fails if the canary is not as it was. */
    void checkCanary() throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            String canary = result(connection, "select id, balance, v from canary", List.of());
            if (!canary.equals("4242424242\u001f4242424242\u001fc4n4ry\n")) {
                throw new AssertionError("The canary is " + canary);
            }
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
