package dev.caravan.database;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a store without transactions did with each row of a write. Nothing is undone: if a row was refused, the failure names the rows
 * that are written, and those that are not, with the reason of each.
 */
public final class WrittenRows {

    private static final int MOST_REASONS = 10;
    private static final int MOST_IDS = 100;

    private final ExplainedFailures failures;
    private final String database;
    /** The first {@value #MOST_IDS}. */
    private final List<Object> ids = new ArrayList<>();
    /** The first {@value #MOST_REASONS}. */
    private final List<Text> reasons = new ArrayList<>();
    /** Whether rows are named by their numbers in the data. */
    private final boolean numbered;
    private long written;
    private long refused;
    private Exception first;

    /**
     * @param database name under {@code caravan.databases}
     * @param numbered whether rows are named by their numbers in the data, not by ids
     */
    public WrittenRows(ExplainedFailures failures, String database, boolean numbered) {
        this.failures = failures;
        this.database = database;
        this.numbered = numbered;
    }

    public void written(Object id) {
        written++;
        if (ids.size() < MOST_IDS) {
            ids.add(id);
        }
    }

    /** Counts rows whose ids are unknown. */
    public void count(long rows) {
        written += rows;
    }

    /** Returns how many rows are written. */
    public long written() {
        return written;
    }

    /**
     * Records a row that is not written.
     *
     * @param number number of the row in the data, from 1; 0 if it is not in the data
     * @param id     null for a row that its number names
     */
    public void refused(int number, Object id, Exception why) {
        first = first == null ? why : first;
        refused++;
        if (reasons.size() < MOST_REASONS) {
            Exception explained = failures.explainedRow(why, database);
            Text reason = explained instanceof DatabaseFailure failure ? failure.text() : Text.words(String.valueOf(why.getMessage()));
            reasons.add(id == null ? Text.of("database.rows.number", number, reason)
                    : number == 0 ? Text.of("database.rows.id", id, reason) : Text.of("database.rows.row", number, id, reason));
        }
    }

    /** @throws Exception if a row was refused */
    public void check() throws Exception {
        if (refused > 0) {
            throw refused == 1 && written == 0 ? first : failure(first, told());
        }
    }

    /**
     * Returns the failure of a write that ended early.
     *
     * @param unsure ids of the rows whose result is unknown
     */
    public Exception stopped(Exception cause, List<?> unsure) {
        if (!(failures.explained(cause, database) instanceof DatabaseFailure why) || written + refused + unsure.size() == 0) {
            return cause;
        }
        List<Text> parts = told();
        parts.add(0, why.text());
        if (!unsure.isEmpty()) {
            parts.add(Text.of("database.rows.unsure", unsure.size(), names(), shown(unsure, unsure.size())));
        }
        return failure(why, parts);
    }

    private List<Text> told() {
        List<Text> parts = new ArrayList<>();
        if (refused > 0) {
            parts.add(Text.of("database.rows.refused", refused, joined("database.rows.more", reasons)));
        }
        parts.add(ids.isEmpty() ? Text.of("database.rows.count", written)
                : Text.of("database.rows.written", written, names(), shown(ids, written)));
        return parts;
    }

    private Exception failure(Exception cause, List<Text> parts) {
        Type type = failures.explained(cause, database) instanceof DatabaseFailure failure ? failure.type() : Type.QUERY;
        return DatabaseFailure.of(type, joined("database.rows.then", parts));
    }

    private Text names() {
        return Text.of(numbered ? "database.rows.numbers" : "database.rows.ids");
    }

    private static Text joined(String key, List<Text> texts) {
        return texts.stream().reduce((before, next) -> Text.of(key, before, next)).orElseThrow();
    }

    private static String shown(List<?> ids, long all) {
        return ids.stream().limit(MOST_IDS).map(String::valueOf).collect(Collectors.joining(", ")) + (all > MOST_IDS ? ", …" : "");
    }
}
