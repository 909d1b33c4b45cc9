package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.input.InputRequiredException;
import dev.caravan.routes.Gate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** One request on its way through {@code direct:call}: a tool call, a resource read, a prompt or a completion. It runs a route. */
public abstract class Call implements TimedRun.Work<Object> {

    private static final String PROPERTY = "call";

    private final CallContext context;
    private Exception ending;
    private CallKey key;
    private ObjectNode earlier;
    private boolean leavingCancels;
    private volatile boolean ran;

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

    /** Returns whether a route has named another call, which has not run yet. */
    public boolean isForwarded() {
        return false;
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

    void key(CallKey sent, McpRequest request) {
        this.key = sent;
        this.leavingCancels = request.revision().isModern();
    }

    /**
     * Records that the call begins, if its client sent an idempotency key. Call it before a call runs that may change something.
     *
     * @throws Exception the first answer, if the call has run before; or the reason why it must not run
     */
    protected final void beginOnce() throws Exception {
        if (key != null) {
            key.begin();
        }
    }

    /** Records whether the route has begun to run. */
    protected final void ran(boolean begun) {
        ran = begun;
    }

    /** Returns whether a client that has left may come back for the answer. */
    @Override
    public boolean outlivesClient() {
        return key != null && key.hasBegun() && leavingCancels;
    }

    void earlier(ObjectNode first) {
        this.earlier = first;
    }

    /** Returns the first answer of a call that has run before; null if it has not. */
    protected ObjectNode earlier() {
        return earlier;
    }

    /** Stores the answer for calls that come again with the same key. A call that did not run, or that waits for its client, may come again. */
    void settle(ObjectNode answer) {
        if (key == null || earlier != null) {
            return;
        }
        ObjectNode first = ending instanceof InterimResultException interim && !(ending instanceof InputRequiredException) ? interim.result() : answer;
        if (ran && first != null) {
            key.keep(first);
        } else {
            key.forget();
        }
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
