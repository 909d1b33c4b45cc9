package dev.caravan.context;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.CallContext;
import dev.caravan.json.Pointer;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.IfMatch;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.rest.Tagged;
import dev.caravan.store.Quota;
import dev.caravan.store.Store;
import dev.caravan.store.UserQuotas;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads and changes the data of contexts at a place. A read fetches only that place. A change locks the context from its read to its write,
 * so that no concurrent writer's change is lost.
 */
@Component
record ContextData(Store store, ContextData.ContextSizes sizes, ContextHistory history, ContextMemory memory, ContextTurns turns,
        ContextJson json) {

    /**
     * Maximum number of steps to a changed place. With the 100 levels of a request's JSON, the document stays below the 500 levels that can
     * be read.
     */
    private static final int DEEPEST = 350;

    /** Numbers that PostgreSQL accepts as an index of an array. RFC 6901 allows no sign and no leading zeros. */
    private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?\\d+\\s*");
    private static final Pattern INDEX = Pattern.compile("0|[1-9]\\d*");

    /** Refuses a path that PostgreSQL would misread: a step that is not an RFC 6901 index must not be applied to an array. */
    private static final String MOUNT = "case when not exists (select from unnest(cast(:misread as int[])) as steps "
            + "where jsonb_typeof(data #> (cast(:path as text[]))[1 : steps]) = 'array') then cast(data #> cast(:path as text[]) as text) "
            + "end as mount";

    /** Other writers wait. Readers, and new tools that refer to the context, do not. */
    static final String LOCK = " for no key update";

    /** Changes the value at a place, in place. */
    @FunctionalInterface
    interface Change {
        List<String> apply(Elements elements) throws ContextFailure;
    }

    /**
     * @param keys  that were created, updated or deleted
     * @param value afterwards
     */
    record Changed(List<String> keys, Value value) {
    }

    /** The value at a place, in one version of its context. */
    record Value(JsonNode data, @JsonIgnore String tag) implements Tagged {
    }

    /**
     * What a context is now, apart from its data.
     *
     * @param bytes   size of the whole context's JSON
     * @param version number of changes of the data
     * @param tag     another one after each change, also of the name
     */
    record State(String name, long bytes, long version, String tag) {

        static final String COLUMNS = "name, bytes, version, cast(xmin as text) as tag";

        static State of(ResultSet row) throws SQLException {
            return new State(row.getString("name"), row.getLong("bytes"), row.getLong("version"), row.getString("tag"));
        }

        /** @param lock empty, or a clause that locks the context @throws ContextFailure MISSING if the user has no such context */
        static State of(JdbcClient jdbc, String lock, String user, long table) throws ContextFailure {
            return jdbc.sql("select " + COLUMNS + " from context_table where id = :id and user_id = :user" + lock).param("id", table)
                    .param("user", user).query((row, number) -> of(row)).optional()
                    .orElseThrow(() -> ContextFailure.Kind.MISSING.of("context.noTable", table));
        }
    }

    /**
     * The state of a context for which a change is meant.
     *
     * @param version null for any
     */
    record Expected(Long version, IfMatch match) {

        static final Expected ANY = new Expected(null, IfMatch.NOTHING);

        /** Reads the header If-Match, and the member {@code version} of the body. */
        static Expected of(RestRequest request, BodyFields body) throws RestFailure {
            return new Expected(body.isGiven("version") ? body.id("version") : null, request.match());
        }

        /** @throws ContextFailure CHANGED or CONFLICT if the context is in another state */
        void check(State now) throws ContextFailure {
            if (!match.holds(now.tag())) {
                throw ContextFailure.Kind.CHANGED.of("rest.changed");
            }
            if (version != null && version != now.version()) {
                throw ContextFailure.Kind.CONFLICT.of("context.otherVersion", now.version(), version);
            }
        }
    }

    /**
     * Reads the value at a place.
     *
     * @param asking its call gets the answer
     * @throws ContextFailure MISSING if the user has no such table, or there is no value at the place; BUSY if there is no room for it in
     *                        memory
     */
    Value read(Exchange asking, String user, long table, Pointer place) throws ContextFailure {
        return memory.read(asking, most -> {
            Optional<Found> found = turns.connected(user, () -> store.run(jdbc -> select(jdbc, "", user, table, place, most)));
            return new Value(mount(found, table, place), found.orElseThrow().state().tag());
        });
    }

    /**
     * Changes the value at the place.
     *
     * @param asking its call gets the answer
     * @throws ContextFailure CHANGED or CONFLICT if the context is not in the expected state; MALFORMED if the place is so deep, or the
     *                        context so large, that it could not be read again; QUOTA if the user's contexts would be too large
     *                        together; BUSY if there is no room for it in memory
     */
    Changed change(Exchange asking, String user, long table, Pointer place, Expected expected, Origin origin, Change change)
            throws ContextFailure {
        if (place.tokens().size() > DEEPEST) {
            throw ContextFailure.Kind.MALFORMED.of("context.tooDeep", DEEPEST);
        }
        return ContextJson.kept(() -> alone(asking, user, table, (jdbc, most) -> {
            Optional<Found> found = select(jdbc, LOCK, user, table, place, most);
            JsonNode mount = mount(found, table, place);
            State now = found.orElseThrow().state();
            expected.check(now);
            JsonNode before = Reversal.before(mount);
            List<String> keys = change.apply(Elements.of(mount));
            State after = write(jdbc, table, place, mount);
            history.record(jdbc, user, table, after.version(), origin, place, Reversal.of(before, mount), null);
            sizes.check(jdbc, user, now.bytes(), after.bytes());
            checkAwaited();
            return new Changed(keys, new Value(mount, after.tag()));
        }));
    }

    /**
     * Undoes one change. Other changes stay.
     *
     * @param asking its call gets the answer
     * @param scope  place within which the change must be
     * @param change version of the change
     * @return state of the context afterwards
     * @throws ContextFailure MISSING if there is no such context, or no such change in the scope; CHANGED or CONFLICT if the context is
     *                        not in the expected state, or a later change touched what the change touched; BUSY if there is no room for
     *                        the place in memory
     */
    State undo(Exchange asking, String user, long table, Pointer scope, long change, Expected expected, Origin origin)
            throws ContextFailure {
        return ContextJson.kept(() -> alone(asking, user, table, (jdbc, most) -> {
            State now = State.of(jdbc, LOCK, user, table);
            ContextHistory.Recorded recorded = history.find(jdbc, table, change, scope, most);
            expected.check(now);
            history.checkFree(jdbc, table, recorded, now.version());
            Optional<Found> found = select(jdbc, "", user, table, recorded.path(), most);
            JsonNode mount = mount(found, table, recorded.path());
            JsonNode before = Reversal.before(mount);
            JsonNode result = Reversal.apply(recorded.undo(), mount);
            State after = write(jdbc, table, recorded.path(), result);
            history.record(jdbc, user, table, after.version(), origin, recorded.path(), Reversal.of(before, result), change);
            sizes.check(jdbc, user, now.bytes(), after.bytes());
            checkAwaited();
            return after;
        }));
    }

    /** A change in a transaction. @param most maximum bytes of the JSON to read */
    private interface Transaction<T> {
        T run(JdbcClient jdbc, long most) throws ContextFailure;
    }

    private <T> T alone(Exchange asking, String user, long table, Transaction<T> change) throws ContextFailure {
        return turns.change(user, table, () -> memory.read(asking, most ->
                turns.connected(user, () -> store.<T, ContextFailure>transact(jdbc -> change.run(jdbc, most)))));
    }

    /**
     * Fails, and so undoes everything, if the call was answered as late or cancelled meanwhile, which interrupts its thread. Its caller may
     * try again.
     */
    private static void checkAwaited() throws ContextFailure {
        if (Thread.currentThread().isInterrupted()) {
            throw ContextFailure.busy();
        }
    }

    private State write(JdbcClient jdbc, long table, Pointer place, JsonNode mount) {
        String data = place.equals(Pointer.ROOT) ? "cast(:mount as jsonb)"
                : "jsonb_set(data, cast(:path as text[]), cast(:mount as jsonb), false)";
        var update = jdbc
                .sql("update context_table set data = " + data
                        + ", version = version + 1, updated_at = now() where id = :id returning " + State.COLUMNS)
                .param("mount", json.write(mount)).param("id", table);
        return (place.equals(Pointer.ROOT) ? update : update.param("path", path(place)))
                .query((row, number) -> State.of(row)).single();
    }

    /**
     * A context of the user.
     *
     * @param mount JSON at the place; empty if there is none
     */
    private record Found(Optional<String> mount, State state) {
    }

    /**
     * PostgreSQL makes the text once, because of {@code offset 0}. @throws ContextMemory.TooLarge if the JSON at the place has more bytes
     * than {@code most}
     */
    private static Optional<Found> select(JdbcClient jdbc, String lock, String user, long table, Pointer place, long most) {
        List<String> steps = place.tokens();
        Integer[] misread = IntStream.range(0, steps.size())
                .filter(i -> NUMBER.matcher(steps.get(i)).matches() && !INDEX.matcher(steps.get(i)).matches()).boxed()
                .toArray(Integer[]::new);
        if (steps.stream().anyMatch(step -> step.indexOf('\0') >= 0)) {
            // PostgreSQL allows this character neither in keys nor in queries
            return Optional.of(new Found(Optional.empty(), new State("", 0, 0, "")));
        }
        return jdbc.sql(
                "select case when octet_length(mount) <= :most then mount end as mount, octet_length(mount) as size, name, bytes, "
                + "version, tag from (select "
                + MOUNT + ", " + State.COLUMNS + " from context_table where id = :id and user_id = :user offset 0" + lock + ") as found")
                .param("most", most).param("misread", misread).param("path", path(place)).param("id", table).param("user", user)
                .query((row, number) -> found(row, most)).optional();
    }

    private static Found found(ResultSet row, long most) throws SQLException {
        long size = row.getLong("size");
        if (size > most) {
            throw new ContextMemory.TooLarge(size);
        }
        return new Found(Optional.ofNullable(row.getString("mount")), State.of(row));
    }

    private JsonNode mount(Optional<Found> found, long table, Pointer place) throws ContextFailure {
        String text = found.orElseThrow(() -> ContextFailure.Kind.MISSING.of("context.noTable", table)).mount()
                .orElseThrow(() -> ContextFailure.Kind.MISSING.of("context.noPath", place));
        return json.read(text);
    }

    private static String[] path(Pointer place) {
        return place.tokens().toArray(String[]::new);
    }

    /**
     * Who changes a context, and how.
     *
     * @param verb     create, update, delete, replace or undo
     * @param caller   name of the caller: of the key, of the token, or {@code mcp:ID} for whoever has only the key of an MCP instance
     * @param instance id of the MCP instance; null over REST
     * @param tool     name of the instance's tool; null over REST
     */
    record Origin(String verb, String caller, Long instance, String tool) {

        private static final int LONGEST_CALLER = 256;

        Origin {
            caller = caller.length() <= LONGEST_CALLER ? caller
                    : caller.substring(0, caller.offsetByCodePoints(0, caller.codePointCount(0, LONGEST_CALLER)));
        }

        static Origin overRest(String verb, String caller) {
            return new Origin(verb, caller, null, null);
        }

        /** Reads the properties and variables of a bound tool's call. */
        static Origin ofTool(String verb, Exchange exchange) {
            return new Origin(verb, exchange.getProperty(CallContext.CALLER, "", String.class),
                    exchange.getVariable("instance", Long.class), exchange.getVariable("toolName", String.class));
        }
    }

    /**
     * Limits the size of one context, and of all contexts of a user together. A change that does not grow is always allowed, also above the
     * limits.
     */
    @Component
    record ContextSizes(UserQuotas quotas) {

        /** Maximum bytes of one context's JSON; each read needs a multiple of it. */
        static final long LARGEST = 16_000_000;

        /**
         * Checks a context that the transaction has written. Call this last in the transaction.
         *
         * @param before bytes of its earlier JSON; 0 for a new context
         * @throws ContextFailure MALFORMED if the context is too large; QUOTA if the user's contexts together are too large
         */
        void check(JdbcClient jdbc, String user, long before, long after) throws ContextFailure {
            if (after <= before) {
                return;
            }
            if (after > LARGEST) {
                throw ContextFailure.Kind.MALFORMED.of("context.tooLarge", LARGEST);
            }
            quotas.check(jdbc, user, Quota.BYTES, ContextFailure::quota);
        }
    }
}
