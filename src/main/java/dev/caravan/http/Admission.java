package dev.caravan.http;

import io.undertow.server.HttpServerExchange;
import java.util.Map;

/** Decides who comes in, before an endpoint says anything of itself. One bean. */
public interface Admission {

    /** Whether {@link #admit} needs to wait for nobody, so that an I/O thread may ask it. */
    boolean isQuick(HttpServerExchange exchange, Right right);

    /**
     * Attaches the {@link Caller}, where who calls is asked for at all, and takes the credentials off the request.
     *
     * @throws HttpRefusal 400 to 503, with the headers that tell what to do about it
     */
    void admit(HttpServerExchange exchange, Right right) throws HttpRefusal;

    /**
     * The same for a message that did not come over HTTP; what it may do is asked once its method is known.
     *
     * @param headers    as they would be over HTTP; loses the credentials
     * @param atInstance whether it is for an MCP instance whose key it names
     * @param source     what callers without a name are counted under; begins with a slash, as no name does
     * @return null where who calls is not asked for
     * @throws HttpRefusal 400 to 503
     */
    Caller admit(Map<String, String> headers, boolean atInstance, String source) throws HttpRefusal;
}
