package dev.caravan.intelligence.code;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A definition whose file is still being read. */
record Draft(String id, String path, String name, String qualified, SymbolKind kind, String owner, Draft.Parameters parameters,
        int firstLine, int line, int lastLine, Set<String> supertypes, Map<String, String> members) {

    /**
     * The parameters of a definition.
     *
     * @param types     as written, one for each parameter; empty text if none is written
     * @param least     minimum number of arguments
     * @param most      maximum number of arguments
     * @param variables {name: type's name} of the parameters
     */
    record Parameters(List<String> types, int least, int most, Map<String, String> variables) {

        static final Parameters NONE = new Parameters(List.of(), 0, 0, Map.of());
    }

    boolean isType() {
        return kind == SymbolKind.TYPE;
    }

    void supertype(String type) {
        if (!type.isEmpty()) {
            supertypes.add(type);
        }
    }

    /** Returns empty text if there is none. */
    String firstSupertype() {
        return supertypes.stream().findFirst().orElse("");
    }

    /** Adds a field. If the field occurs twice, the first type counts. */
    void member(String field, String type) {
        if (!type.isEmpty()) {
            members.putIfAbsent(field, type);
        }
    }

    /** Returns the type of a field; empty if it is not evident. */
    String memberType(String field) {
        return members.getOrDefault(field, "");
    }

    Symbol symbol() {
        List<String> fields = members.entrySet().stream().map(member -> member.getKey() + ":" + member.getValue()).toList();
        return new Symbol(id, path, name, qualified, kind, owner, List.copyOf(supertypes), parameters.least, parameters.most,
                parameters.types, firstLine, line, lastLine, fields);
    }
}
