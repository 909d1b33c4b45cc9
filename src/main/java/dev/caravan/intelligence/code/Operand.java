package dev.caravan.intelligence.code;

/**
 * An expression that a call is made on, or the value of a variable.
 *
 * @param receiver as in {@link CallSite#receiver()}
 * @param type     its type's name; empty if not evident
 */
record Operand(String receiver, String type) {

    static final Operand NONE = new Operand("", "");
    static final Operand UNKNOWN = new Operand("?", "");
    static final Operand THIS = new Operand("this", "");

    static Operand of(String type) {
        return new Operand("?", type);
    }

    /** Returns a member of it. */
    Operand member(String name) {
        if (!type.isEmpty()) {
            return new Operand(type + "." + name, "");
        }
        boolean named = !receiver.isEmpty() && !receiver.equals("?") && !receiver.endsWith("()") && !receiver.equals("super");
        return named ? new Operand(receiver + "." + name, "") : UNKNOWN;
    }
}
