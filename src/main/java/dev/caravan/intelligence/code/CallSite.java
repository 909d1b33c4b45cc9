package dev.caravan.intelligence.code;

/**
 * A call, as the source file writes it.
 *
 * @param caller       id of the innermost definition that contains the call
 * @param name         name of the called thing; the type's name for {@code new Type()} and {@code super()}; for a renamed import its
 *         original name, unless that name means something else in the file
 * @param constructs   whether the call creates an instance of a type, as far as the syntax shows
 * @param arguments    number of arguments; -1 if spread arguments leave it open, or the function is only named (a method reference)
 * @param receiver     what it is called on: empty for nothing; {@code this}; {@code super}; a name or dotted names as written, with the
 *         type's name in place of a variable at the start; {@code name()} for the result of another call; {@code ?} for other expressions
 *         and unknown variables
 * @param receiverType name of the receiver's type if the file declares it (variable, parameter); for types of fields see {@link
 *         Symbol#members()}
 * @param line         from 1
 * @param exact        symbol of the SCIP index that it calls; empty if no SCIP index says it
 */
public record CallSite(String caller, String name, boolean constructs, int arguments, String receiver, String receiverType, int line,
        String exact) {

    public CallSite {
        exact = exact == null ? "" : exact; // an index of an earlier version has none
    }

    CallSite(String caller, String name, boolean constructs, int arguments, String receiver, String receiverType, int line) {
        this(caller, name, constructs, arguments, receiver, receiverType, line, "");
    }

    CallSite of(String symbol, String itsName) {
        return new CallSite(caller, itsName, constructs, arguments, receiver, receiverType, line, symbol);
    }
}
