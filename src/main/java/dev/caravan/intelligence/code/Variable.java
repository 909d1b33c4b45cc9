package dev.caravan.intelligence.code;

/**
 * What a file says about a variable or parameter.
 *
 * @param type     its type's name; empty if it is not evident
 * @param receiver what calls on it are called on, as {@link Call#receiver()}, where the type is not evident
 * @param callable whether it holds a function that is a definition of its own
 */
record Variable(String type, String receiver, boolean callable) {

    static final Variable UNKNOWN = new Variable("", "?", false);
    static final Variable FUNCTION = new Variable("", "?", true);
    static final Variable SELF = new Variable("", "this", false);

    static Variable of(String type) {
        return type.isEmpty() ? UNKNOWN : new Variable(type, "?", false);
    }

    /** That holds the value of an expression. */
    static Variable of(Operand value) {
        if (!value.type().isEmpty()) {
            return of(value.type());
        }
        return value.receiver().endsWith("()") ? new Variable("", value.receiver(), false) : UNKNOWN;
    }
}
