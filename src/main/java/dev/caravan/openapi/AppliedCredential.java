package dev.caravan.openapi;

/**
 * A credential of a request.
 *
 * @param in    header, query or cookie
 * @param name  name of the header or parameter
 * @param value value; null if a header of the settings has it
 */
record AppliedCredential(String in, String name, String value) {

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
