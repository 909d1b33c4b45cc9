package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.RestClient;
import dev.caravan.json.Pointer;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The history of contexts is kept for a time and within limits. */
class HistoryLimitsTest extends RecordedChanges {

    private long recorded() {
        return store.<Long>run(jdbc -> jdbc.sql("select count(*) from context_change where table_id = :table")
                .param("table", table).query(Long.class).single());
    }

    @Test
    void oldestChangesOfAContextAreDeleted() throws Exception {
        limit("30d", 3, DataSize.ofMegabytes(1));
        for (int i = 0; i < 5; i++) {
            set(table, "v" + i);
        }
        assertThat(versions(table)).containsExactly(5L, 4L, 3L);
        undo(5, 5);
        assertThat(contexts.read(null, user, table, Pointer.ROOT).data().get("a").asText()).isEqualTo("v3");
        assertThatThrownBy(() -> undo(2, 6)).isInstanceOf(ContextFailure.class).hasMessageContaining("no longer keeps it");
    }

    @Test
    void oldestChangesOfAUserAreDeleted() throws Exception {
        limit("30d", 100, DataSize.ofKilobytes(4));
        long other = new RestClient(port(), user).post("/api/v1/tables", "{\"name\":\"t\",\"data\":{\"a\":0}}").data()
                .get("id").longValue();
        set(table, "x".repeat(1_500));
        set(other, "x".repeat(1_500));
        set(table, "y"); // keeps 1,500 bytes
        set(other, "y");
        set(table, "z");
        assertThat(versions(table)).containsExactly(3L, 2L);
        assertThat(versions(other)).as("the newest of all contexts together, within 4 KB").containsExactly(2L, 1L);
        assertThat(store.<Long>run(jdbc -> jdbc.sql("select sum(bytes) from context_change where user_id = :user").param("user", user)
                .query(Long.class).single())).isLessThanOrEqualTo(4_096);
    }

    @Test
    void tooLargeValuesAreNotStored() throws Exception {
        limit("30d", 100, DataSize.ofKilobytes(2));
        set(table, "x".repeat(5_000));
        set(table, "y");
        assertThat(history.list(user, table, Pointer.ROOT, 0, 10).changes()).extracting(ContextHistory.ContextChange::canUndo)
                .containsExactly(false, true);
        assertThatThrownBy(() -> undo(2, 2)).hasMessageContaining("not kept");
    }

    @Test
    void changesExpire() throws Exception {
        set(table, "v");
        store.run(jdbc -> jdbc.sql("update context_change set made_at = now() - interval '31 days' where table_id = :table")
                .param("table", table).update());
        assertThat(versions(table)).isEmpty();
        assertThatThrownBy(() -> undo(1, 1)).hasMessageContaining("no longer keeps it");

        limit("30d", 100, DataSize.ofMegabytes(1)); // sweeps with its first change
        set(table, "w");
        assertThat(recorded()).isEqualTo(1);
    }

    @Test
    void writesWorkWithoutHistory() throws Exception {
        set(table, "u");
        limit("30d", 0, DataSize.ofMegabytes(1)); // sweeps with its first change
        assertThat(versions(table)).isEmpty();
        set(table, "v");
        assertThat(recorded()).isZero();
        limit("30d", 100, DataSize.ofMegabytes(1));
        set(table, "w");
        undo(3, 3);
        assertThat(contexts.read(null, user, table, Pointer.ROOT).data().get("a").asText()).isEqualTo("v");
    }
}
