package dev.caravan.source.oauth;

/**
 * The answer of an authorization server to a login, which a browser brings.
 *
 * @param redirect address of the gateway to which it came
 * @param code     null if the login was refused
 * @param issuer   issuer that it names (RFC 9207); null if it names none
 * @param error    error code; null if it has a code
 */
record LoginAnswer(String redirect, String code, String issuer, String error) {

    /** Leaves out the code. */
    @Override
    public String toString() {
        return "answer at " + redirect;
    }
}
