package dev.caravan.intelligence.code;

/**
 * An expression that something is called on, or that is an argument.
 *
 * @param receiver as {@link Call#receiver()}
 * @param type     its type's name; empty if it is not evident
 */
record Operand(String receiver, String type) {

    static final Operand NONE = new Operand("", "");
    static final Operand UNKNOWN = new Operand("?", "");

    static Operand of(String type) {
        return new Operand("?", type);
    }

    /** A name that stands for {@code variable}, or for nothing that the file declares. */
    static Operand named(String name, Variable variable) {
        if (variable == null) {
            return new Operand(name, "");
        }
        return variable.type().isEmpty() ? new Operand(variable.receiver(), "") : new Operand(name, variable.type());
    }

    /** Its type as {@link Call#argumentTypes()} has it. */
    String argument() {
        boolean isField = receiver.contains(".") && !receiver.startsWith("this.");
        return !type.isEmpty() ? type : receiver.endsWith("()") || isField ? receiver : "";
    }

    /** A member of it. */
    Operand member(String name) {
        if (!type.isEmpty() && !receiver.equals("this")) {
            return new Operand(type + "." + name, "");
        }
        return receiver.isEmpty() || receiver.equals("?") || receiver.endsWith("()") || receiver.equals("super") ? UNKNOWN
                : new Operand(receiver + "." + name, "");
    }
}
