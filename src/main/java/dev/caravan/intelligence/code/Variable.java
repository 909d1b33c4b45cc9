package dev.caravan.intelligence.code;

/**
 * What a file shows about a variable or parameter.
 *
 * @param type     its type's name; empty if not evident
 * @param receiver receiver of calls on it, as in {@link CallSite#receiver()}, if the type is not evident
 * @param callable whether it holds a function that is itself a definition
 */
record Variable(String type, String receiver, boolean callable) {

    static final Variable UNKNOWN = new Variable("", "?", false);
    static final Variable FUNCTION = new Variable("", "?", true);
    static final Variable SELF = new Variable("", "this", false);

    static Variable of(String type) {
        return type.isEmpty() ? UNKNOWN : new Variable(type, "?", false);
    }

    /** Returns a variable that holds the value of an expression. */
    static Variable of(Operand value) {
        if (!value.type().isEmpty()) {
            return of(value.type());
        }
        return value.receiver().endsWith("()") ? new Variable("", value.receiver(), false) : UNKNOWN;
    }
}
