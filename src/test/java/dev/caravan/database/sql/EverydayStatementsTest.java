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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everyday statements pass, and do what the same text does without the gateway: the lists {@code everyday-PRODUCT.txt} and
 * {@code tutorials-PRODUCT.txt}. The judge, pool and
 * session settings are the gateway's own; the statements are not sent over MCP, so that hundreds take seconds.
 */
@Tag("full")
class EverydayStatementsTest {

    private static final int LEAST = 300;

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void eachDoesWhatTheDriverAloneDoes(DatabaseKind product) throws SQLException, IOException {
        List<String> statements = statements(product);
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
        assertThat(statements.size()).isGreaterThanOrEqualTo(LEAST);
    }

    private static List<String> statements(DatabaseKind product) {
        String file = "-" + product.name().toLowerCase(Locale.ROOT) + ".txt";
        List<String> statements = JudgedDatabase.lines("everyday" + file);
        statements.addAll(JudgedDatabase.lines("tutorials" + file));
        return statements;
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

    /** Without the programs the drivers alone are compared. */
    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void queriesGiveWhatTheProductsOwnClientGives(DatabaseKind product) throws Exception {
        List<String> wrong = new ArrayList<>();
        int same = 0;
        try (JudgedDatabase database = JudgedDatabase.of(product, true)) {
            assumeTrue(database.client() != null, "psql, mariadb or sqlite3 is not installed");
            for (String statement : statements(product)) {
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
        assertThat(same).isGreaterThan(150);
    }
}
