package dev.caravan.intelligence.code;

import java.util.List;

/**
 * A call in a source file, as it is written there.
 *
 * @param caller        id of the innermost definition that it stands in
 * @param name          of what is called; the type's for {@code new Type()} and for {@code super()}; where an import renames it, its own name, unless that
 *                      means something else in the file
 * @param constructs    whether it makes an instance of a type, as far as the syntax says
 * @param arguments     how many; -1 where spread arguments leave it open, or where a function is only named (a method reference)
 * @param argumentTypes type name of each argument where it is evident (a literal, a variable of a known type); {@code name()} for what another call gives,
 *                      {@code Type.field} for a field of a variable of that type; empty text where not
 * @param receiver      what it is called on: empty for nothing, {@code this}, {@code super}, a name or dotted names as written but with the type's name
 *                      in place of a variable at their beginning, {@code name()} for what another call gave (the last call's name, also by way of a
 *                      variable), {@code ?} for any other expression and for variables of which nothing is known
 * @param receiverType  name of the receiver's type where the file declares it (variable, parameter); the types of fields are in {@link Symbol#members()}
 * @param line          1-based
 */
public record Call(String caller, String name, boolean constructs, int arguments, List<String> argumentTypes, String receiver, String receiverType, int line) {
}
