package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Fork;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Generated statements reach no table and no file beyond the tool's, by a role that may use nothing else, and by one that may do
 * everything. Those that run do what the same text does by the driver alone. They go to the gateway's judge, pool and session settings, not
 * over MCP.
 */
@Tag("full")
class GeneratedStatementsTest {

    private static final String CANARY = "c4n4ry";
    private static final String NUMBER = "4242424242";
    private static final String CONTENT = "f1l3-of-c4n4ry";

    /** SQLSTATE and error codes for a missing right. */
    private static final Set<String> FORBIDDEN = Set.of("42501", "1044", "1142", "1143", "1227", "1290", "1370", "1419");

    /** SQLSTATE and error codes of a statement that was ended because it took too long, as one role's may on a busy machine. */
    private static final Set<String> ENDED = Set.of("57014", "1317", "1969", "3024", "9");

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void threeHundredReachNothingElse(DatabaseKind product) throws Exception {
        assertThat(ran(product, 1, 300)).isPositive();
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void twelveThousandReachNothingElse(DatabaseKind product) throws Exception {
        long seed = Long.getLong("caravan.tests.seed", 51);
        assertThat(ran(product, seed, 12_000)).isGreaterThan(500);
    }

    /** Returns how many of the statements both roles ran. */
    private static int ran(DatabaseKind product, long seed, int many) throws SQLException, IOException, DatabaseFailure {
        Path file = Files.writeString(Files.createDirectories(Fork.folder("canaries")).resolve("canary-" + product + ".txt"), CONTENT);
        List<String> wrong = new ArrayList<>();
        int passed = 0;
        int ran = 0;
        try (JudgedDatabase narrow = JudgedDatabase.of(product, false); JudgedDatabase wide = JudgedDatabase.of(product, true)) {
            StatementMutations statements = new StatementMutations(product, new Random(seed), file.toString());
            for (int i = 0; i < many; i++) {
                String statement = statements.next();
                try {
                    wide.judged(statement);
                } catch (DatabaseFailure refused) {
                    continue;
                }
                passed++;
                String problem = problem(narrow, wide, statement);
                if (problem == null) {
                    ran++;
                } else if (!problem.isEmpty()) {
                    wrong.add(statement + "\n    " + problem);
                }
            }
            wide.checkCanary();
        }
        assertThat(file).hasContent(CONTENT);
        assertThat(Path.of(file + ".2")).doesNotExist();
        System.out.println(
                "Generated statements product=" + product + " seed=" + seed + " made=" + many + " passed=" + passed + " ran=" + ran);
        assertThat(wrong).as("seed " + seed + "\n" + String.join("\n", wrong)).isEmpty();
        return ran;
    }

    /** Returns null if the statement ran as it should, an empty text if the database refused it, else what is wrong. */
    private static String problem(JudgedDatabase narrow, JudgedDatabase wide, String statement) throws DatabaseFailure {
        String all;
        try {
            if (wide.readsCanary(statement)) {
                return "reads the canary";
            }
            all = wide.throughTheGateway(statement);
            if (all.contains(CANARY) && !statement.contains(CANARY) || all.contains(NUMBER) && !statement.contains(NUMBER)) {
                return "shows the canary";
            }
        } catch (SQLException refused) {
            return is(FORBIDDEN, refused) ? "the wide role may not: " + refused.getMessage() : "";
        }
        try {
            String few = narrow.throughTheGateway(statement);
            if (!wide.isSame(statement, all, few)) {
                return "one role got " + few + "the other " + all;
            }
            String plain = wide.byTheDriver(statement);
            return wide.isSame(statement, all, plain) ? null : "the driver got " + plain + "the gateway " + all;
        } catch (SQLException e) {
            return is(ENDED, e) ? "" : "only the gateway's wide role may: " + e.getMessage();
        }
    }

    private static boolean is(Set<String> codes, SQLException e) {
        return codes.contains(String.valueOf(e.getSQLState())) || codes.contains(String.valueOf(e.getErrorCode()));
    }
}
