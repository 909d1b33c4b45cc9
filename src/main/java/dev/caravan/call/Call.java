package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** One request on its way through {@code direct:call}: a tool call, a resource read, a prompt or a completion. It runs a route. */
public abstract class Call {

    private static final String PROPERTY = "call";

    private final CallContext context;
    private Exception ending;
    private CallKey key;
    private ObjectNode earlier;
    private boolean leavingCancels;
    private volatile boolean ran;
    private String label;

    /** @param unknown the label while it is not known what is called */
    protected Call(CallContext context, String unknown) {
        this.context = context;
        this.label = unknown;
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

    /** Returns whether a route has named another call, which has not run yet. */
    public boolean isForwarded() {
        return false;
    }

    /** Returns the gate of the call, which closes while its route is replaced. */
    protected abstract Gate gate();

    /** Finds the route again behind the gate, because it may have been replaced or withdrawn meanwhile. */
    protected abstract void refresh() throws Exception;

    /**
     * Turns an exception of the route into the call's outcome. A tool exception passes its sentence on; any other goes only to the log.
     *
     * @param code error code from the route {@code call-failed}
     * @param text sentence for the caller, if it is no tool exception
     */
    protected void fail(Exception cause, ErrorCode code, Text text, McpRequest request) {
        if (cause instanceof ToolException foreseen) {
            label(foreseen.code().name());
            endWith(refusal(foreseen, foreseen.text().in(context.locale()), request));
            return;
        }
        label(code.name());
        log(cause, code);
        endWith(code == ErrorCode.INTERNAL_ERROR ? McpException.internalError() : McpException.failed(text.in(context.locale())));
    }

    /** Returns the error of the protocol for a tool exception, whose sentence is in the caller's language. */
    protected McpException refusal(ToolException foreseen, String sentence, McpRequest request) {
        return McpException.failed(sentence);
    }

    /** Logs an exception that no route foresaw. */
    protected abstract void log(Exception cause, ErrorCode code);

    /** Returns {@code OK}, or the reason of the failure in one word. */
    public String label() {
        return label;
    }

    protected final void label(String reached) {
        this.label = reached;
    }

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
     * Records that the call begins, if it has an idempotency key. Call it before a call runs that may change something.
     *
     * @param repeatable whether the call may run twice
     * @throws Exception the first answer, if the call has run before; or the reason why it must not run
     */
    protected final void beginOnce(boolean repeatable) throws Exception {
        if (key != null) {
            key.begin(repeatable);
        }
    }

    /** Records whether the route has begun to run. */
    protected final void ran(boolean begun) {
        ran = begun;
    }

    /** Returns whether the call goes on when its client leaves, because the client may come back for the answer. */
    boolean outlivesClient() {
        return key != null && key.isKnownToClient() && leavingCancels;
    }

    void earlier(ObjectNode first) {
        this.earlier = first;
    }

    /** Returns the first answer of a call that has run before; null if it has not. */
    protected ObjectNode earlier() {
        return earlier;
    }

    /**
     * Stores the answer for calls that come again with the same key. A call that did not run, or that waits for its client, may come again.
     */
    void settle(ObjectNode answer) {
        if (key == null || earlier != null) {
            return;
        }
        boolean isAsked = ending instanceof ClientInput.InputRequiredException;
        ObjectNode first = ending instanceof InterimResultException interim && !isAsked ? interim.result() : answer;
        if (ran && first != null) {
            key.keep(first);
        } else {
            key.forget();
        }
    }

    public CallContext context() {
        return context;
    }

    /** Returns the name for messages and log lines. */
    public abstract String name();

    /** Returns the name for the metric of running calls; null means not counted. */
    public Metered metered() {
        return null;
    }

    /** Returns the timeout; null means the default. */
    public abstract Duration timeout();

    /** Starts the route on its own exchange. It may end on another thread if it waits for its client. */
    public abstract CompletableFuture<Object> run() throws Exception;

    /** Takes the result after it is certain that it came in time. */
    public abstract void leave(Object result) throws Exception;

    /** Stops the route after its current step. */
    void abandon() {
        context.running().abandon();
    }

    /** A method of the protocol that runs a route. There is one bean per method. */
    public interface CallMethod {

        /** Returns the method, for example {@code tools/call}. */
        String name();

        /**
         * Reads the params of a request.
         *
         * @throws McpException invalid params
         */
        Call read(McpRequest request, CallContext context) throws McpException;
    }
}
