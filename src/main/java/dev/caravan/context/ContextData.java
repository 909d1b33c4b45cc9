package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.Pointer;
import dev.caravan.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The data of contexts at a place. Reading fetches only what is there. Changing locks the context from reading to writing, so
 * that of any number of writers at once none undoes what another has done.
 */
@Component
class ContextData {

    /** Steps to a place that is changed. With a request's 100 levels the whole stays below the 500 that are read. */
    private static final int DEEPEST = 350;

    /** Bytes of a context as PostgreSQL keeps it, compressed; each read takes a multiple of it. */
    private static final long LARGEST = 16_000_000;

    /** What PostgreSQL takes for an index of an array, and RFC 6901 for one only without sign and leading zeros. */
    private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?\\d+\\s*");
    private static final Pattern INDEX = Pattern.compile("0|[1-9]\\d*");

    /** The steps of the path that would find an item of an array by what is none of its indexes must not be at an array. */
    private static final String MOUNT = "case when not exists (select from unnest(cast(:misread as int[])) as steps "
            + "where jsonb_typeof(data #> (cast(:path as text[]))[1 : steps]) = 'array') then data #> cast(:path as text[]) end as mount";

    private final Store store;
    private final ContextJson json;

    ContextData(Store store, ObjectMapper mapper) {
        this.store = store;
        this.json = new ContextJson(mapper);
    }

    /** What is done to what is there; it changes that in place. */
    @FunctionalInterface
    interface Change {
        List<String> apply(Elements elements) throws ContextFailure;
    }

    /**
     * @param keys that were created, updated or deleted
     * @param data what is there now
     */
    record Changed(List<String> keys, JsonNode data) {
    }

    /** @throws ContextFailure MISSING if the user has no such table, or nothing is there */
    JsonNode read(String user, long table, Pointer place) throws ContextFailure {
        Optional<Optional<String>> found = store.run(jdbc -> select(jdbc, "", user, table, place));
        return mount(found, table, place);
    }

    /** @throws ContextFailure MALFORMED if the place is so deep, or the whole so large, that the context could not be read any more */
    Changed change(String user, long table, Pointer place, Change change) throws ContextFailure {
        if (place.tokens().size() > DEEPEST) {
            throw ContextFailure.malformed("context.tooDeep", DEEPEST);
        }
        return ContextJson.kept(() -> store.<Changed, ContextFailure>transact(jdbc -> {
            JsonNode mount = mount(select(jdbc, " for update", user, table, place), table, place);
            List<String> keys = change.apply(Elements.of(mount));
            String data = place.equals(Pointer.ROOT) ? "cast(:mount as jsonb)"
                    : "jsonb_set(data, cast(:path as text[]), cast(:mount as jsonb), false)";
            var update = jdbc.sql("update context_table set data = " + data + ", updated_at = now() where id = :id")
                    .param("mount", json.write(mount)).param("id", table);
            (place.equals(Pointer.ROOT) ? update : update.param("path", path(place))).update();
            if (jdbc.sql("select pg_column_size(data) from context_table where id = :id").param("id", table).query(Long.class).single() > LARGEST) {
                throw ContextFailure.malformed("context.tooLarge", LARGEST);
            }
            return new Changed(keys, mount);
        }));
    }

    private static Optional<Optional<String>> select(JdbcClient jdbc, String lock, String user, long table, Pointer place) {
        List<String> steps = place.tokens();
        Integer[] misread = IntStream.range(0, steps.size())
                .filter(i -> NUMBER.matcher(steps.get(i)).matches() && !INDEX.matcher(steps.get(i)).matches()).boxed().toArray(Integer[]::new);
        if (steps.stream().anyMatch(step -> step.indexOf('\0') >= 0)) {
            return Optional.of(Optional.empty()); // no key holds that character, nor can the database be asked for it
        }
        return jdbc.sql("select " + MOUNT + " from context_table where id = :id and user_id = :user" + lock)
                .param("misread", misread).param("path", path(place)).param("id", table).param("user", user)
                .query((row, number) -> Optional.ofNullable(row.getString("mount"))).optional();
    }

    private JsonNode mount(Optional<Optional<String>> found, long table, Pointer place) throws ContextFailure {
        String text = found.orElseThrow(() -> ContextFailure.missing("context.noTable", table))
                .orElseThrow(() -> ContextFailure.missing("context.noPath", place));
        return json.read(text);
    }

    private static String[] path(Pointer place) {
        return place.tokens().toArray(String[]::new);
    }
}
