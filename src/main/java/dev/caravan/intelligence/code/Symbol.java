package dev.caravan.intelligence.code;

import java.util.List;

/**
 * A definition in a source file.
 *
 * @param id             unique in its workspace, and the same for the same text: {@code path#Owner.name(type,type)}, without the parentheses for a type,
 *                       with {@code ~2}, {@code ~3}… at its end where a file defines the same again
 * @param path           of the file, relative to the workspace, with {@code /}
 * @param name           as calls name it; a constructor has its type's name
 * @param qualified      with the types it is nested in, such as {@code Outer.Inner.name}
 * @param owner          simple name of the type that it is a member of (Go: of the receiver); empty if there is none
 * @param supertypes     simple names of what a type extends, implements or embeds; empty for others
 * @param least          how few arguments it takes
 * @param most           how many, {@link Integer#MAX_VALUE} where there is no end
 * @param parameterTypes as written, one a parameter; empty text where none is written
 * @param returns        simple name of the type that it returns, or that a field-like definition has; empty if it is not written
 * @param firstLine      1-based, of its comment, annotations or decorators where it has them
 * @param line           1-based, where its name is
 * @param lastLine       1-based, inclusive
 * @param members        of a type, its fields: {@code name:SimpleType} each; empty for others
 */
public record Symbol(String id, String path, String name, String qualified, SymbolKind kind, String owner, List<String> supertypes, int least, int most,
        List<String> parameterTypes, String returns, int firstLine, int line, int lastLine, List<String> members) {
}
