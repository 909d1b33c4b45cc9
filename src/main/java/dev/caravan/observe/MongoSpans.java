package dev.caravan.observe;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonValue;

/** Creates a span per command, with name, database and collection only. */
final class MongoSpans implements CommandListener {

    private final Traces traces;
    private final Map<Integer, ClientSpan> running = new ConcurrentHashMap<>();

    MongoSpans(Traces traces) {
        this.traces = traces;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("db.system.name", "mongodb");
        attributes.put("db.namespace", event.getDatabaseName());
        attributes.put("db.operation.name", event.getCommandName());
        BsonValue target = event.getCommand().get(event.getCommandName().equals("getMore") ? "collection" : event.getCommandName());
        String name = event.getCommandName();
        if (target != null && target.isString()) {
            attributes.put("db.collection.name", target.asString().getValue());
            name += " " + target.asString().getValue();
        }
        ClientSpan step = traces.step(name, attributes);
        if (step != ClientSpan.NONE) {
            running.put(event.getRequestId(), step);
        }
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        ClientSpan step = running.remove(event.getRequestId());
        if (step != null) {
            step.close();
        }
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        ClientSpan step = running.remove(event.getRequestId());
        if (step != null) {
            step.failed(event.getThrowable());
            step.close();
        }
    }
}
