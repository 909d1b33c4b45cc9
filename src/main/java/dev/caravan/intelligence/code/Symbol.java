package dev.caravan.intelligence.code;

import java.util.List;

/**
 * A definition in a source file. Type names have no type arguments, but keep the written package, module or outer type ({@code Map.Entry},
 * {@code sql.DB}). {@code []} marks a type that holds several of it.
 *
 * @param id             unique in its workspace, and equal for equal text: {@code path#Owner.name(type,type)}, without parentheses for a
 *         type; ends with {@code ~2}, {@code ~3}… if a file defines the same again
 * @param path           of the file, relative to the workspace, with {@code /}
 * @param name           as calls use it; for a constructor its type's name; {@code (module)} for code outside of all definitions; {@code
 *         default} for an export without a name
 * @param qualified      name with its outer types and functions, such as {@code Outer.Inner.name}; a constructor is {@code Type.Type},
 *                       {@code Type.__init__} or {@code Type.constructor}
 * @param owner          simple name of the type that has it as a member (Go: the receiver's), or of the variable whose object holds it
 *         (JavaScript); otherwise empty
 * @param supertypes     simple names of the types that a type extends, implements or embeds; empty for other kinds
 * @param parameterTypes as written, one for each parameter; empty text if none is written
 * @param firstLine      from 1; first line of its comment, annotations or decorators
 * @param line           from 1; line of its name
 * @param lastLine       from 1, inclusive
 * @param members        for a type its fields, each {@code name:Type}; empty for other kinds
 * @param exact          its symbols in the SCIP index, and with {@link #OVERRIDES} before them those that it implements or overrides;
 *         {@link #UNNAMED} if the index has none for it; empty if no SCIP index covers its file
 */
public record Symbol(String id, String path, String name, String qualified, SymbolKind kind, String owner,
        List<String> supertypes, List<String> parameterTypes, int firstLine, int line, int lastLine, List<String> members,
        List<String> exact) {

    static final String OVERRIDES = "overrides ";
    static final String UNNAMED = "unnamed";

    public Symbol {
        exact = exact == null ? List.of() : exact; // an index of an earlier version has none
    }

    /** Whether a SCIP index says what the calls in its file mean. */
    public boolean inScip() {
        return !exact.isEmpty();
    }

    /** A definition in a file that no SCIP index covers. */
    public Symbol(String id, String path, String name, String qualified, SymbolKind kind, String owner, List<String> supertypes,
            List<String> parameterTypes, int firstLine, int line, int lastLine, List<String> members) {
        this(id, path, name, qualified, kind, owner, supertypes, parameterTypes, firstLine, line, lastLine, members, List.of());
    }
}
