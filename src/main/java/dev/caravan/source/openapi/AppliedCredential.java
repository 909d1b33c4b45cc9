package dev.caravan.source.openapi;

/**
 * A credential of a request.
 *
 * @param in    header, query or cookie
 * @param name  name of the header or parameter
 * @param value value; null if a header of the settings or an access token has it
 * @param token whether the value is the access token of each request
 */
record AppliedCredential(String in, String name, String value, boolean token) {

    /** The access token of the settings' {@code oauth}. */
    static final AppliedCredential TOKEN = new AppliedCredential("header", "Authorization", null, true);

    AppliedCredential(String in, String name, String value) {
        this(in, name, value, false);
    }

    /** Whether the credential is the parameter with this place and name. */
    boolean sets(String place, String parameter) {
        return in.equals(place) && (in.equals("header") ? name.equalsIgnoreCase(parameter) : name.equals(parameter));
    }

    /** Returns the credential without its value. */
    @Override
    public String toString() {
        return in + " " + name;
    }
}
