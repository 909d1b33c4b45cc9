package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The judge alone refuses each statement of the lists {@code hostile-PRODUCT.txt}, whatever the role may do. */
class HostileStatementsTest {

    /** Names that these databases don't have. The judge lets a name pass that means nothing, and the database refuses it. */
    private static final List<String> NOTHING = List.of("dblink(", "secret.canary2", "bytecode(", "readfile(", "writefile(", "fsdir(",
            "json_table(",
            "(replicate('%a', 20000)", "glob replicate(");

    @ParameterizedTest
    @EnumSource(value = DatabaseKind.class, names = {"POSTGRESQL", "MYSQL", "SQLITE"})
    void eachIsRefused(DatabaseKind product) throws SQLException, IOException {
        List<String> passed = new ArrayList<>();
        try (JudgedDatabase database = JudgedDatabase.of(product, true)) {
            for (String statement : JudgedDatabase.lines("hostile-" + product.name().toLowerCase(java.util.Locale.ROOT) + ".txt")) {
                try {
                    database.judged(statement);
                    if (product == DatabaseKind.MYSQL || NOTHING.stream().noneMatch(statement::contains)
                            || !isRefused(database, statement)) {
                        passed.add(statement);
                    }
                } catch (DatabaseFailure refused) {
                    assertThat(refused.getMessage()).doesNotContain("[").contains("Statement 1, line ");
                }
            }
        }
        assertThat(passed).as(String.join("\n", passed)).isEmpty();
    }

    private static boolean isRefused(JudgedDatabase database, String statement) throws DatabaseFailure {
        try {
            database.throughTheGateway(statement);
            return false;
        } catch (SQLException e) {
            return true;
        }
    }
}
