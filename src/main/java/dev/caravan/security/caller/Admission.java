package dev.caravan.security.caller;

/** Decides who comes in, before an endpoint says anything of itself. One bean. */
public interface Admission {

    /** Whether {@link #identify} needs to wait for nobody, so that an I/O thread may ask it. */
    boolean isQuick(RequestHeaders headers, Right right);

    /**
     * Takes the credentials off the request.
     *
     * @return null where who calls is not asked for
     * @throws HttpRefusal 400 to 503, with the headers that tell what to do about it
     */
    Caller identify(AdmissionRequest request, Right right) throws HttpRefusal;

    /**
     * Counts the request, and checks the scopes that the right needs.
     *
     * @param caller of {@link #identify}; null: everything is permitted
     * @param path   for the challenge
     * @throws HttpRefusal 429 or 403
     */
    void permit(Caller caller, Right right, String path) throws HttpRefusal;
}
