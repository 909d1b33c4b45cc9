package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.routes.Gate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * One request on its way through {@code direct:call}: a tool is called, a resource read, a prompt got or an argument completed. What runs is the
 * route behind it.
 */
public abstract class Call implements TimedRun.Work<Object> {

    private static final String PROPERTY = "call";

    private final CallContext context;
    private Exception ending;

    protected Call(CallContext context) {
        this.context = context;
    }

    /** Null before the request's params have been read. */
    public static Call of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Call.class);
    }

    /** Puts the call on its exchange. If it is {@link Audited} it leaves an audit event from now on, whatever becomes of it. */
    public void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
        if (this instanceof Audited audited) {
            exchange.setProperty(Audited.PROPERTY, audited);
        }
    }

    /** Finds what is called, and checks what it is called with. */
    protected void find(Exchange exchange) throws Exception {
        refresh();
    }

    /** Waits for whoever must agree, as an {@code AsyncProcessor} does. Without more said, nobody must. */
    protected boolean admit(Exchange exchange, AsyncCallback callback) {
        callback.done(true);
        return true;
    }

    /** What the call passes through: it is held while the route behind it is swapped. */
    protected abstract Gate gate();

    /** Called behind the gate: finds again what is called, since its route may have been replaced or withdrawn meanwhile. */
    protected abstract void refresh() throws Exception;

    /**
     * Makes what the route threw what the call came to, or calls {@link #endWith}.
     *
     * @param code from the route {@code call-failed}; null: it has said none
     */
    protected abstract void fail(Exception cause, String code, McpRequest request);

    /** The result for the client. */
    protected abstract ObjectNode answer(McpRequest request) throws Exception;

    /** The call ends with this, which is the protocol's own, and has no result. */
    protected void endWith(Exception protocols) {
        this.ending = protocols;
    }

    Exception ending() {
        return ending;
    }

    @Override
    public CallContext context() {
        return context;
    }

    @Override
    public void abandon() {
        context.running().abandon();
    }
}
