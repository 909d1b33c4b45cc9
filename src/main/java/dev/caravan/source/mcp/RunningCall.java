package dev.caravan.source.mcp;

import dev.caravan.mcp.LogLevel;
import java.util.UUID;
import reactor.util.context.Context;

/**
 * One request that runs at a server. Reactor's context carries it, so that a transport knows which request a message belongs to.
 */
final class RunningCall {

    private final CallRelay relay;
    private final String token = UUID.randomUUID().toString();
    private volatile Object requestId;
    private volatile LogLevel logLevel;

    /** @param relay receives the server's messages and questions */
    RunningCall(CallRelay relay) {
        this.relay = relay;
    }

    CallRelay relay() {
        return relay;
    }

    /** Returns the progress token. */
    String token() {
        return token;
    }

    /** Returns the id of the JSON-RPC request; null before it is sent. */
    Object requestId() {
        return requestId;
    }

    void sentAs(Object id) {
        requestId = id;
    }

    /** Returns the lowest level of log messages that the client has asked for; null if it has asked for none, or the server sends none. */
    LogLevel logLevel() {
        return logLevel;
    }

    void wants(LogLevel level) {
        logLevel = level;
    }

    Context in(Context context) {
        return context.put(RunningCall.class, this);
    }
}
