package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.database.Column;
import dev.caravan.database.Condition;
import dev.caravan.database.Filters;
import dev.caravan.database.OperatorMatrix;
import java.sql.Types;
import org.junit.jupiter.api.Test;

/** Every filter, also with alternatives and negations, becomes parameters of PostgREST that find those rows that it means. */
class SupabaseConditionsTest {

    @Test
    void everyFilterFindsItsRows() throws Exception {
        for (OperatorMatrix.Case each : OperatorMatrix.withAlternatives()) {
            SupabaseQuery query = new SupabaseQuery(McpClient.JSON);
            SupabaseConditions conditions = new SupabaseConditions(query, name -> new Column(name, SupabaseFiltersTest.TYPES.get(OperatorMatrix.COLUMNS.get(name)), Types.OTHER, false));
            for (Condition condition : Filters.of(each.arguments(), OperatorMatrix.COLUMNS::containsKey).conditions()) {
                conditions.add(condition);
            }
            assertThat(OperatorMatrix.rows(row -> PostgrestReader.matches(query.toString(), row))).as(query + " of " + each).isEqualTo(each.rows());
        }
    }
}
