package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.json.Pointer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gateway of an earlier version on the same store breaks nothing: its changes are recorded too, and no more than a hundred. */
class EarlierVersionsHistoryTest extends RecordedChanges {

    private void changeAsEarlierVersion(String data) {
        store.run(jdbc -> jdbc.sql("update context_table set data = cast(:data as jsonb), updated_at = now()"
                + " where id = :id returning bytes").param("data", data).param("id", table).query(Long.class).single());
    }

    @Test
    void gatewayOfAnEarlierVersionAddsAtMostAHundredChanges() throws Exception {
        set(table, "v");
        for (int i = 0; i < 103; i++) {
            changeAsEarlierVersion("{\"a\":" + i + "}");
        }
        assertThat(versions(table)).as("what a gateway of this version recorded stays").hasSize(101).startsWith(104L).endsWith(5L, 1L);
    }

    @Test
    void changesOfAnOlderGatewayAreRecorded() throws Exception {
        set(table, "v");
        for (String data : List.of("{\"a\":1}", "{\"a\":1}", "{\"a\":2}")) {
            changeAsEarlierVersion(data);
        }
        assertThat(versions(table)).as("equal data are no change").containsExactly(3L, 2L, 1L);
        assertThat(history.list(user, table, Pointer.ROOT, 0, 1).changes().get(0)).satisfies(change -> {
            assertThat(change.verb()).isEqualTo("unknown");
            assertThat(change.caller()).isNull();
            assertThat(change.canUndo()).isFalse();
        });
        assertThatThrownBy(() -> undo(1, 3)).hasMessageContaining("change 3");
        set(table, "w");
        undo(4, 4);
        assertThat(contexts.read(null, user, table, Pointer.ROOT).get("a").asInt()).isEqualTo(2);
    }
}
