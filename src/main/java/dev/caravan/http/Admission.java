package dev.caravan.http;

import io.undertow.server.HttpServerExchange;

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
}
