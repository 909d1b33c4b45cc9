package dev.caravan.context;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.GatewayTest;
import dev.caravan.RestClient;
import dev.caravan.json.Pointer;
import dev.caravan.rest.IfMatch;
import dev.caravan.store.Store;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.util.unit.DataSize;

/** A context whose changes are recorded, with limits that a test may set. */
abstract class RecordedChanges extends GatewayTest {

    @Autowired
    Store store;
    @Autowired
    ContextData.ContextSizes sizes;
    @Autowired
    ContextTurns turns;
    @Autowired
    ObjectMapper mapper;
    final String user = "user-" + UUID.randomUUID();
    ContextHistory history;
    ContextData contexts;
    long table;

    @BeforeEach
    void makeAContext() {
        table = new RestClient(port(), user).post("/api/v1/tables", "{\"name\":\"t\",\"data\":{\"a\":0}}").data().get("id").longValue();
        limit("30d", 100, DataSize.ofMegabytes(1));
    }

    void limit(String keep, int changes, DataSize bytes) {
        history = new ContextHistory(store, turns,
                new ContextHistory.HistoryProperties(org.springframework.boot.convert.DurationStyle.detectAndParse(keep), changes, bytes),
                new ContextJson(mapper));
        contexts = new ContextData(store, sizes, history, new ContextMemory(1 << 30, null), turns,
                new ContextJson(mapper));
    }

    void set(long in, String value) throws ContextFailure {
        contexts.change(null, user, in, Pointer.ROOT, ContextData.Expected.ANY, ContextData.Origin.overRest("update", user), mount ->
                mount.update(List.of(new Elements.Element("a", mapper.getNodeFactory().textNode(value)))));
    }

    List<Long> versions(long of) throws ContextFailure {
        return history.list(user, of, Pointer.ROOT, 0, 1_000).changes().stream().map(ContextHistory.ContextChange::version).toList();
    }

    void undo(long change, long version) throws ContextFailure {
        contexts.undo(null, user, table, Pointer.ROOT, change, new ContextData.Expected(version, IfMatch.NOTHING),
                ContextData.Origin.overRest("undo", user));
    }
}
