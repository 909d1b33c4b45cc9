package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.routes.Gate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** One request on its way through {@code direct:call}: a tool call, a resource read, a prompt or a completion. It runs a route. */
public abstract class Call implements TimedRun.Work<Object> {

    private static final String PROPERTY = "call";

    private final CallContext context;
    private Exception ending;

    protected Call(CallContext context) {
        this.context = context;
    }

    /** Returns the call; null before the request's params are read. */
    public static Call of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, Call.class);
    }

    /** Stores the call on its exchange. An {@link Audited} call writes an audit event from now on, whatever its outcome. */
    public void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
        if (this instanceof Audited audited) {
            exchange.setProperty(Audited.PROPERTY, audited);
        }
    }

    /** Finds what is called and checks the arguments. */
    protected void find(Exchange exchange) throws Exception {
        refresh();
    }

    /** Asks for confirmation if necessary, like an {@code AsyncProcessor}. By default none is necessary. */
    protected boolean admit(Exchange exchange, AsyncCallback callback) {
        callback.done(true);
        return true;
    }

    /** Returns the gate of the call, which closes while its route is replaced. */
    protected abstract Gate gate();

    /** Finds the route again behind the gate, because it may have been replaced or withdrawn meanwhile. */
    protected abstract void refresh() throws Exception;

    /**
     * Turns an exception of the route into the call's outcome, or calls {@link #endWith}.
     *
     * @param code error code from the route {@code call-failed}; null if it set none
     */
    protected abstract void fail(Exception cause, String code, McpRequest request);

    /** Returns the result for the client. */
    protected abstract ObjectNode answer(McpRequest request) throws Exception;

    /** Ends the call with an exception of the protocol, without a result. */
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
