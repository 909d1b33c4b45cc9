package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.TableDescription;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Names that are too long for a column, table or function are refused without another look at the API, so nothing is kept of them. */
class SupabaseLongNamesTest extends SupabaseTest {

    private static final String LONG = "x".repeat(201);

    @Autowired
    private SupabaseDriver databases;

    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void longNamesAreNotLookedUp() throws Exception {
        SupabaseCatalogue catalogue = new SupabaseCatalogue("supabase", TableRules.of("supabase", databases.get("supabase").settings()),
                () -> {
            reads.incrementAndGet();
            return databases.description("supabase");
        });
        TableDescription people = catalogue.table("supa_people");

        assertThatThrownBy(() -> catalogue.column(people, LONG)).isInstanceOf(DatabaseFailure.class)
                .hasMessageContaining("has no column " + LONG);
        assertThatThrownBy(() -> catalogue.table(LONG)).isInstanceOf(DatabaseFailure.class).hasMessageContaining("has no table " + LONG);
        assertThatThrownBy(() -> catalogue.checkFunction(LONG)).isInstanceOf(DatabaseFailure.class)
                .hasMessageContaining("has no function " + LONG);
        assertThat(reads).hasValue(1);

        assertThatThrownBy(() -> catalogue.column(people, "missing")).isInstanceOf(DatabaseFailure.class)
                .hasMessageContaining("has no column missing");
        assertThat(reads).as("a name that may be new").hasValue(2);
    }
}
