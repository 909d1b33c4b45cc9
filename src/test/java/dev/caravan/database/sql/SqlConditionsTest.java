package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Filters;
import dev.caravan.database.OperatorMatrix;
import dev.caravan.database.SqlTestStore;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every filter of the operators' tests is translated into SQL without a server; in SQLite it finds the rows that it means. */
class SqlConditionsTest {

    private static final List<OperatorMatrix.Case> CASES = OperatorMatrix.CASES.stream()
            .filter(each -> !each.filter().equals("{}")).toList();

    @Test
    void sqliteFindsWhatTheyMean() throws Exception {
        SqlRules rules = SqlRules.of(DatabaseKind.SQLITE, McpClient.JSON);
        try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            String columns = String.join(", ",
                    OperatorMatrix.COLUMNS.keySet().stream().map(name -> name + " " + column(SqlTestStore.SQLITE, name).stored()).toList());
            memory.createStatement().execute("create table operators (" + columns + ")");
            memory.createStatement().execute("pragma case_sensitive_like = on");
            for (int i = 0; i < OperatorMatrix.ROWS.size(); i++) {
                SqlStatement row = SqlStatement.of("insert into operators values (", SqlStatement.value(i));
                Map<String, Object> values = McpClient.JSON.convertValue(McpClient.object(OperatorMatrix.ROWS.get(i)),
                        new TypeReference<Map<String, Object>>() {});
                for (String name : OperatorMatrix.COLUMNS.keySet().stream().skip(1).toList()) {
                    Object value = values.get(name);
                    row = SqlStatement.of(row, ", ", value == null ? "null" : rules.bound(column(SqlTestStore.SQLITE, name), value));
                }
                assertThat(run(memory, row.between("", ") returning id"))).containsExactly(i);
            }
            for (OperatorMatrix.Case each : CASES) {
                SqlStatement where = where(rules, SqlTestStore.SQLITE, each);
                assertThat(run(memory, where.between("select id from operators", " order by id"))).as(each.toString())
                        .isEqualTo(each.rows());
            }
        }
    }

    @Test
    void valuesAreNeverInTheText() throws Exception {
        for (SqlTestStore store : List.of(SqlTestStore.POSTGRESQL, SqlTestStore.MYSQL, SqlTestStore.SQLITE)) {
            SqlRules rules = SqlRules.of(DatabaseKind.valueOf(store.name().toUpperCase()), McpClient.JSON);
            for (OperatorMatrix.Case each : CASES) {
                SqlStatement where = where(rules, store, each);

                assertThat(where.text().chars().filter(c -> c == '?').count()).as(store.name() + where).isEqualTo(where.values().size());
                assertThat(where.text()).as(store.name() + each).doesNotContain("apple", "北京", "drop", "9007199", "2026-", "🚲");
            }
        }
    }

    private static ColumnDescription column(SqlTestStore store, String name) {
        String type = store.types().get(OperatorMatrix.COLUMNS.get(name));
        String known = Map.of("boolean", "bool", "int", "int4", "bigint", "int8").getOrDefault(type, type).replaceAll("\\(.*", "");
        return ColumnDescription.of(name, JsonType.ANY, store == SqlTestStore.POSTGRESQL ? known
                : store == SqlTestStore.MYSQL ? type.toUpperCase(Locale.ROOT).replaceAll("\\(.*", "").replace("BOOLEAN", "TINYINT")
                : type, false);
    }

    private static SqlStatement where(SqlRules rules, SqlTestStore store, OperatorMatrix.Case each) throws Exception {
        return rules.where(Filters.of(each.arguments(), OperatorMatrix.COLUMNS::containsKey), name -> column(store, name));
    }

    private static List<Integer> run(Connection connection, SqlStatement statement) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement.text())) {
            for (int i = 0; i < statement.values().size(); i++) {
                prepared.setObject(i + 1, statement.values().get(i));
            }
            List<Integer> ids = new ArrayList<>();
            try (ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getInt(1));
                }
            }
            return ids;
        }
    }
}
