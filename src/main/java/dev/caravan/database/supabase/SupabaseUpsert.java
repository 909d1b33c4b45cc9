package dev.caravan.database.supabase;

import dev.caravan.database.UpsertSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of an insert with {@code on}. The flow keeps it in the variable {@value #VARIABLE}. PostgREST changes all columns that it inserts, so all rows go
 * together only if they have the same columns and all of them change, or if none changes.
 */
public final class SupabaseUpsert {

    static final String VARIABLE = "upsert";

    private final UpsertSpec spec;
    private final boolean together;
    private final List<Map<String, Object>> rows;
    private final Map<Integer, Object> inserted = new HashMap<>();
    private int updated;
    private int done;
    private boolean existing;
    private int attempts;

    SupabaseUpsert(UpsertSpec spec) {
        this.spec = spec;
        this.rows = spec.rows();
        boolean alike = rows.stream().allMatch(row -> row.keySet().equals(rows.get(0).keySet()) && row.size() == spec.on().size() + spec.changed(row).size());
        this.together = alike && !spec.changed(rows.get(0)).isEmpty() || rows.stream().allMatch(row -> spec.changed(row).isEmpty());
    }

    UpsertSpec spec() {
        return spec;
    }

    /** Returns whether rows are still to be written. */
    public boolean isOpen() {
        return done < rows.size();
    }

    /** Returns the rows of the next request. */
    List<Map<String, Object>> rows() {
        return together ? rows : List.of(rows.get(done));
    }

    /** Returns whether the next request may change rows by inserting them. */
    boolean isMerging() {
        return together && !spec.changed(rows.get(0)).isEmpty();
    }

    /** Returns whether the next request changes the row, because it exists. */
    boolean isExisting() {
        return existing;
    }

    /** Returns for each row of the answer its index in the rows of the spec, by its values in {@code on}. */
    List<Integer> places(List<Map<String, Object>> returned) {
        return spec.places(done, rows().size(), returned);
    }

    /**
     * Records an inserted row.
     *
     * @param place index in the rows of the spec
     * @param id    null for a table without a primary key
     */
    void inserted(int place, Object id) {
        inserted.put(place, id);
    }

    void updated(int count) {
        updated += count;
    }

    /** Turns to the second request for a row that exists. */
    void exists() {
        existing = true;
    }

    /** Turns to the first request again, because the row was deleted meanwhile. */
    void isNew() {
        existing = false;
    }

    /** Counts one more attempt at the same rows. */
    int again() {
        return ++attempts;
    }

    /** Ends the rows of the last request. */
    void done(int rows) {
        done += rows;
        existing = false;
        attempts = 0;
    }

    /** Returns the index in the rows of the spec of the first row that is not done. */
    int place() {
        return done;
    }

    Map<String, Object> answer() {
        return spec.answer(inserted, updated);
    }
}
