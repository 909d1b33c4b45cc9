package dev.caravan.security.caller;

/** Decides who may enter, before an endpoint reveals anything. There is one bean. */
public interface Admission {

    /** Returns whether {@link #identify} does not block, so that an I/O thread may call it. */
    boolean isQuick(RequestHeaders headers, Right right);

    /**
     * Returns the caller and removes the credentials from the request.
     *
     * @return null if callers are not identified
     * @throws HttpRefusal 400 to 503, with the headers that tell what to do
     */
    Caller identify(AdmissionRequest request, Right right) throws HttpRefusal;

    /**
     * Counts the request and checks the scopes of the right.
     *
     * @param caller result of {@link #identify}; null permits everything
     * @param path   path for the challenge
     * @throws HttpRefusal 429 or 403
     */
    void permit(Caller caller, Right right, String path) throws HttpRefusal;

    /**
     * Returns whether the caller has the scopes of the right. In mode none, everybody has.
     *
     * @param caller null for a sender who was not identified
     */
    boolean has(Caller caller, Right right);
}
