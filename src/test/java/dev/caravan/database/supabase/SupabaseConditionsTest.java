package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.database.Filters;
import dev.caravan.database.OperatorMatrix;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import org.apache.camel.util.function.ThrowingFunction;
import org.junit.jupiter.api.Test;

/** Every filter becomes parameters of PostgREST that find those rows that it means. */
class SupabaseConditionsTest {

    @Test
    void everyFilterFindsItsRows() throws Exception {
        for (OperatorMatrix.Case each : OperatorMatrix.CASES) {
            SupabaseQuery query = new SupabaseQuery();
            ThrowingFunction<String, ColumnDescription, Exception> columns = name -> ColumnDescription.of(name, JsonType.ANY,
                    SupabaseFiltersTest.TYPES.get(OperatorMatrix.COLUMNS.get(name)), false);
            query.where(Filters.of(each.arguments(), OperatorMatrix.COLUMNS::containsKey), null, columns);
            String sent = query.get("t").query();
            assertThat(OperatorMatrix.rows(row -> PostgrestReader.matches(sent, row))).as(sent + " of " + each)
                    .isEqualTo(each.rows());
        }
    }
}
