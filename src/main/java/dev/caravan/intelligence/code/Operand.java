package dev.caravan.intelligence.code;

/**
 * An expression that a call is made on, or an argument of a call.
 *
 * @param receiver as in {@link CallSite#receiver()}
 * @param type     its type's name; empty if not evident
 */
record Operand(String receiver, String type) {

    static final Operand NONE = new Operand("", "");
    static final Operand UNKNOWN = new Operand("?", "");

    static Operand of(String type) {
        return new Operand("?", type);
    }

    /** Returns the operand of a name that means {@code variable}, or nothing that the file declares. */
    static Operand named(String name, Variable variable) {
        if (variable == null) {
            return new Operand(name, "");
        }
        return variable.type().isEmpty() ? new Operand(variable.receiver(), "") : new Operand(name, variable.type());
    }

    /** Returns its type as {@link CallSite#argumentTypes()} has it. */
    String argument() {
        boolean isField = receiver.contains(".") && !receiver.startsWith("this.");
        return !type.isEmpty() ? type : receiver.endsWith("()") || isField ? receiver : "";
    }

    /** Returns a member of it. */
    Operand member(String name) {
        if (!type.isEmpty() && !receiver.equals("this")) {
            return new Operand(type + "." + name, "");
        }
        return receiver.isEmpty() || receiver.equals("?") || receiver.endsWith("()") || receiver.equals("super") ? UNKNOWN
                : new Operand(receiver + "." + name, "");
    }
}
