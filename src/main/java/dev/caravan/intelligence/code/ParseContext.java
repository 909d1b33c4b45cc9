package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Draft.Parameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state of reading one file: what was found so far, and which names are valid at the current position. */
final class ParseContext {

    static final String MODULE = "(module)";

    private final String path;
    private final Language language;
    private final Source source;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    private final Map<String, Draft> types = new HashMap<>();
    private final Map<String, Integer> repetitions = new HashMap<>();
    private final List<PlacedCall> calls = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();
    private final BitSet header = new BitSet();
    private String module = "";
    private Draft fileLevel;

    ParseContext(String path, Language language, Source source) {
        this.path = path;
        this.language = language;
        this.source = source;
        block();
    }

    /**
     * A part of a file in which names are valid.
     *
     * @param definition the definition of this scope; null for a block
     * @param variables  {name: type's name} of what it declares; empty text for an unknown type, {@code this} for the object itself
     */
    private record Scope(Draft definition, Map<String, String> variables) {
    }

    private record PlacedCall(int offset, boolean ifDefined, CallSite call) {
    }

    /** The nodes of one parent that are still to be visited, and the number of scopes before them. */
    private record Step(Iterator<SyntaxNode> nodes, int scopes) {
    }

    /** Shows each node to the reader before the node's children, without recursion. */
    void walk(SyntaxNode root, SyntaxReader reader) {
        Deque<Step> steps = new ArrayDeque<>();
        steps.push(new Step(List.of(root).iterator(), scopes.size()));
        while (!steps.isEmpty()) {
            Step step = steps.peek();
            if (step.nodes.hasNext()) {
                SyntaxNode node = step.nodes.next();
                steps.push(new Step(node.children().iterator(), scopes.size()));
                reader.enter(node);
            } else {
                steps.pop();
                while (scopes.size() > step.scopes) {
                    scopes.pop();
                }
            }
        }
    }

    SourceParser.ParsedFile finish() {
        Set<String> functions = drafts.values().stream().filter(draft -> draft.kind() == SymbolKind.FUNCTION && draft.owner().isEmpty())
                .map(Draft::name).collect(Collectors.toSet());
        imports.stream().filter(found -> !found.member().isEmpty())
                .flatMap(found -> Stream.of(found.name(), found.member())).forEach(functions::add);
        calls.removeIf(call -> call.ifDefined() && !functions.contains(call.call().name()));
        if (fileLevel != null && calls.stream().noneMatch(call -> call.call().caller().equals(fileLevel.id()))) {
            drafts.remove(fileLevel.id());
        }
        calls.sort(Comparator.comparingInt(PlacedCall::offset));
        return new SourceParser.ParsedFile(new SourceFile(path, language, module, List.copyOf(imports)),
                drafts.values().stream().map(Draft::symbol).toList(), calls.stream().map(PlacedCall::call).toList(), header);
    }

    Language language() {
        return language;
    }

    /** Adds lines with the package or imports. */
    void header(SyntaxNode node) {
        header.set(node.line(), node.lastLine() + 1);
    }

    void module(String name) {
        module = name;
    }

    void importing(Import found) {
        imports.add(found);
    }

    boolean imports(String name) {
        return imports.stream().anyMatch(found -> found.name().equals(name));
    }

    /** Returns the original name of a renamed import, unless that name means something else here; otherwise the name itself. */
    String original(String name) {
        return imports.stream().filter(found -> found.name().equals(name) && !Set.of("", "default", "*").contains(found.member()))
                .map(Import::member).filter(member -> member.equals(name) || !imports(member) && variable(member) == null
                        && drafts.values().stream().noneMatch(draft -> draft.qualified().equals(member)))
                .findFirst().orElse(name);
    }

    /**
     * Opens a definition. It stays current until the end of its node.
     *
     * @param owner name of the type that has it as a member, or empty
     */
    Draft open(SymbolKind kind, String name, String qualified, String owner, Parameters parameters, SyntaxNode whole, SyntaxNode named) {
        String id = path + "#" + qualified + (kind == SymbolKind.TYPE ? "" : "(" + String.join(",", parameters.types()) + ")");
        int times = repetitions.merge(id, 1, Integer::sum);
        Draft draft = new Draft(times == 1 ? id : id + "~" + times, path, name, qualified, kind, owner, parameters, firstLine(whole),
                named.line(), whole.lastLine(), new LinkedHashSet<>(), new LinkedHashMap<>());
        drafts.put(draft.id(), draft);
        if (draft.isType()) {
            types.putIfAbsent(name, draft);
        }
        scopes.push(new Scope(draft, new HashMap<>(parameters.variables())));
        if (draft.isType()) {
            declare("this", "this");
        }
        return draft;
    }

    /** Returns the first line with the comments, annotations and decorators directly before it. */
    private static int firstLine(SyntaxNode whole) {
        SyntaxNode top = whole;
        while (top.parentIs("export_statement", "decorated_definition", "ambient_declaration", "expression_statement",
                "lexical_declaration", "variable_declaration", "type_declaration")
                && (top.previous().exists() ? top.previous().is("decorator") : top.parent().line() == top.line())) {
            top = top.parent();
        }
        int first = top.line();
        for (SyntaxNode before = top.previous(); before.isComment() || before.is("decorator"); before = before.previous()) {
            boolean trails = before.previous().exists() && before.previous().lastLine() == before.line();
            if (before.lastLine() < first - 1 || trails && !before.is("decorator")) {
                break;
            }
            first = Math.min(first, before.line());
        }
        return first;
    }

    void block() {
        scopes.push(new Scope(null, new HashMap<>()));
    }

    /** @param type its type's name; empty if unknown */
    void declare(String name, String type) {
        scopes.peek().variables().put(name, type);
    }

    /** Returns the type of a variable, see {@link #declare}; null if no variable or parameter of that name is valid here. */
    String variable(String name) {
        return scopes.stream().map(scope -> scope.variables().get(name)).filter(type -> type != null).findFirst().orElse(null);
    }

    /** Returns the innermost definition; null at file level. */
    Draft definition() {
        return scopes.stream().map(Scope::definition).filter(draft -> draft != null).findFirst().orElse(null);
    }

    /** Returns null if there is none. */
    Draft enclosingType() {
        return scopes.stream().map(Scope::definition).filter(draft -> draft != null && draft.isType()).findFirst().orElse(null);
    }

    /** Returns the type with that name that the file has defined so far; null if there is none. */
    Draft type(String name) {
        return types.get(name);
    }

    /** Adds a call. A function that is only named has -1 arguments. */
    void call(SyntaxNode named, String name, int arguments, Operand receiver) {
        add(named, false, new CallSite(within(), name, false, arguments, receiver.receiver(), receiver.type(), named.line()));
    }

    /** Adds a reference for a name where a function can be passed, if the file defines or imports a function with that name. */
    void mention(SyntaxNode named) {
        add(named, true, new CallSite(within(), original(named.text()), false, -1, "", "", named.line()));
    }

    /** @param type as written, with its package or outer type */
    void construct(SyntaxNode named, String type, int arguments, String receiver) {
        int dot = type.lastIndexOf('.');
        String on = receiver.isEmpty() && dot >= 0 ? type.substring(0, dot) : receiver;
        add(named, false, new CallSite(within(), type.substring(dot + 1), true, arguments, on, "", named.line()));
    }

    private void add(SyntaxNode named, boolean ifDefined, CallSite call) {
        calls.add(new PlacedCall(named.start(), ifDefined, call));
    }

    private String within() {
        Draft within = definition();
        if (within == null && fileLevel == null) {
            fileLevel = new Draft(path + "#" + MODULE, path, MODULE, MODULE, SymbolKind.FUNCTION, "", Parameters.NONE, 1, 1,
                    source.lines(), Set.of(), Map.of());
            drafts.put(fileLevel.id(), fileLevel);
        }
        return within == null ? fileLevel.id() : within.id();
    }
}
