package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A definition whose file is still being read. */
final class Draft {

    private final String id;
    private final String path;
    private final String name;
    private final String qualified;
    private final SymbolKind kind;
    private final String owner;
    private final Set<String> supertypes = new LinkedHashSet<>();
    private final Map<String, String> members = new LinkedHashMap<>();
    private int least;
    private int most;
    private List<String> parameterTypes = new ArrayList<>();
    private String returns = "";
    private int firstLine;
    private int line;
    private int lastLine;
    private boolean withoutBody;

    Draft(String id, String path, String name, String qualified, SymbolKind kind, String owner) {
        this.id = id;
        this.path = path;
        this.name = name;
        this.qualified = qualified;
        this.kind = kind;
        this.owner = owner;
    }

    Draft lines(int first, int named, int last) {
        firstLine = first;
        line = named;
        lastLine = last;
        return this;
    }

    Draft takes(Parameters parameters) {
        least = parameters.least();
        most = parameters.most();
        parameterTypes = parameters.types();
        return this;
    }

    Draft takesAtLeast(int arguments) {
        least = arguments;
        return this;
    }

    Draft returns(String type) {
        returns = type;
        return this;
    }

    Draft withoutBody() {
        withoutBody = true;
        return this;
    }

    void supertype(String type) {
        if (!type.isEmpty()) {
            supertypes.add(type);
        }
    }

    /** Adds a field. If the field occurs twice, the first type counts. */
    void member(String field, String type) {
        if (!type.isEmpty()) {
            members.putIfAbsent(field, type);
        }
    }

    void beginAt(int line) {
        firstLine = Math.min(firstLine, line);
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    String qualified() {
        return qualified;
    }

    SymbolKind kind() {
        return kind;
    }

    boolean isWithoutBody() {
        return withoutBody;
    }

    boolean isType() {
        return kind == SymbolKind.TYPE;
    }

    int firstLine() {
        return firstLine;
    }

    /** Returns the type of a field; empty if it is not evident. */
    String memberType(String field) {
        return members.getOrDefault(field, "");
    }

    /** Returns the first supertype; empty if there is none. */
    String firstSupertype() {
        return supertypes.stream().findFirst().orElse("");
    }

    Symbol symbol() {
        return new Symbol(id, path, name, qualified, kind, owner, List.copyOf(supertypes), least, most, List.copyOf(parameterTypes), returns, firstLine,
                line, lastLine,
                members.entrySet().stream().map(member -> member.getKey() + ":" + member.getValue()).toList());
    }
}
