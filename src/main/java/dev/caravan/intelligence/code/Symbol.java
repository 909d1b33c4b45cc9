package dev.caravan.intelligence.code;

import java.util.List;

/**
 * A definition in a source file. Names of types are without type arguments, but with the package, module or type that they are written with
 * ({@code Map.Entry}, {@code sql.DB}); {@code []} says that there are several of it.
 *
 * @param id             unique in its workspace, and the same for the same text: {@code path#Owner.name(type,type)}, without the parentheses for a type,
 *                       with {@code ~2}, {@code ~3}… at its end where a file defines the same again
 * @param path           of the file, relative to the workspace, with {@code /}
 * @param name           as calls name it; a constructor has its type's name; {@code (module)} for what stands outside of all definitions of a file, {@code
 *                       default} for an
 *                       export without a name
 * @param qualified      with the types and functions it is nested in, such as {@code Outer.Inner.name}; a constructor is {@code Type.Type},
 *                       {@code Type.__init__} or {@code Type.constructor}
 * @param owner          simple name of the type that it is a member of (Go: of the receiver), or name of the variable whose object holds it (JavaScript);
 *                       empty if there is none
 * @param supertypes     simple names of what a type extends, implements or embeds; empty for others
 * @param least          how few arguments it takes
 * @param most           how many, {@link Integer#MAX_VALUE} where there is no end
 * @param parameterTypes as written, one a parameter; empty text where none is written
 * @param returns        simple name of the type that it returns, or that a field-like definition has; empty if it is not written
 * @param firstLine      1-based, of its comment, annotations or decorators where it has them
 * @param line           1-based, where its name is
 * @param lastLine       1-based, inclusive
 * @param members        of a type, its fields: {@code name:Type} each; of an interface in Go, its methods too: {@code name():Type}; empty for others
 */
public record Symbol(String id, String path, String name, String qualified, SymbolKind kind, String owner, List<String> supertypes, int least, int most,
        List<String> parameterTypes, String returns, int firstLine, int line, int lastLine, List<String> members) {
}
