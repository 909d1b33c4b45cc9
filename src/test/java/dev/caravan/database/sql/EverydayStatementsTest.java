package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everyday statements pass, and do what the same text does without the gateway: the list {@code everyday-PRODUCT.txt}, at night also
 * {@code tutorials-PRODUCT.txt}. The judge, pool and session settings are the gateway's own; the statements are not sent over MCP, so that
 * hundreds take seconds.
 */
@Tag("nightly")
class EverydayStatementsTest {

    private static final int LEAST = 300;
    /** How many statements of the core come for each one that the product's own client runs too. */
    private static final int EACH = 4;

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void eachDoesWhatTheDriverAloneDoes(DatabaseKind product) throws SQLException, IOException {
        assertThat(compared(product, "everyday")).isGreaterThanOrEqualTo(LEAST);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void eachOfTheTutorialsDoesWhatTheDriverAloneDoes(DatabaseKind product) throws SQLException, IOException {
        assertThat(compared(product, "tutorials")).isGreaterThan(100);
    }

    /** Returns how many statements the list has. */
    private static int compared(DatabaseKind product, String list) throws SQLException, IOException {
        List<String> statements = statements(product, list);
        List<String> wrong = new ArrayList<>();
        try (JudgedDatabase database = JudgedDatabase.of(product, true)) {
            for (String statement : statements) {
                String difference = difference(database, statement);
                if (difference != null) {
                    wrong.add(statement + "\n    " + difference);
                }
            }
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
        return statements.size();
    }

    private static List<String> statements(DatabaseKind product, String list) {
        return JudgedDatabase.lines(list + "-" + product.name().toLowerCase(Locale.ROOT) + ".txt");
    }

    /** Returns null if both results are the same, or if the database's own result differs from one time to the next. */
    private static String difference(JudgedDatabase database, String statement) {
        try {
            for (int attempt = 1; ; attempt++) { // a second may pass between the two
                String plain = database.byTheDriver(statement);
                String gateway = database.throughTheGateway(statement);
                if (database.isSame(statement, gateway, plain)) {
                    return null;
                } else if (attempt == 3) {
                    return "was " + plain + "    is " + gateway;
                }
            }
        } catch (DatabaseFailure e) {
            return "refused: " + e.getMessage();
        } catch (SQLException e) {
            return "failed: " + e.getMessage();
        }
    }

    /** Without the programs the drivers alone are compared. Each statement is a process of the client. */
    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void queriesGiveWhatTheProductsOwnClientGives(DatabaseKind product) throws Exception {
        List<String> core = statements(product, "everyday");
        assertThat(byTheClient(product, IntStream.range(0, core.size()).filter(i -> i % EACH == 0).mapToObj(core::get).toList()))
                .isGreaterThan(150 / EACH);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void allQueriesGiveWhatTheProductsOwnClientGives(DatabaseKind product) throws Exception {
        List<String> all = statements(product, "everyday");
        all.addAll(statements(product, "tutorials"));
        assertThat(byTheClient(product, all)).isGreaterThan(150);
    }

    /** Returns how many results were the same. */
    private static int byTheClient(DatabaseKind product, List<String> statements) throws Exception {
        List<String> wrong = new ArrayList<>();
        int same = 0;
        try (JudgedDatabase database = JudgedDatabase.of(product, true)) {
            assumeTrue(database.client() != null, "psql, mariadb or sqlite3 is not installed");
            for (String statement : statements) {
                if (!statement.startsWith("select") || statement.contains("json_valid(j)")) { // older SQLite says 0 for null
                    continue;
                }
                String client = database.byTheClient(statement);
                String plain = database.rows(statement);
                if (client == null || client.equals(plain) || !plain.equals(database.rows(statement))
                        || !client.equals(database.byTheClient(statement))) {
                    same += client == null ? 0 : 1;
                } else {
                    wrong.add(statement + "\n    client " + client + "    is " + plain);
                }
            }
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
        return same;
    }
}
