package dev.caravan.intelligence.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
    private final BitSet comments;
    private final ScipDocument.Places index;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private final Map<String, Symbol> drafts = new LinkedHashMap<>();
    private final Map<String, Integer> repetitions = new HashMap<>();
    private final List<PlacedCall> calls = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();
    private final BitSet header = new BitSet();
    private String module = "";
    /** Number of definitions that the SCIP index lacks. */
    private int undefined;
    private Symbol fileLevel;

    /**
     * @param comments lines with only comments or decorators
     * @param index    what a SCIP index says of the text; null for none
     */
    ParseContext(String path, Language language, Source source, BitSet comments, ScipDocument.Places index) {
        this.path = path;
        this.language = language;
        this.source = source;
        this.comments = comments;
        this.index = index;
        block();
    }

    /**
     * A part of a file in which names are valid.
     *
     * @param definition the definition of this scope; null for a block
     * @param variables  {name: type's name} of what it declares; empty text for an unknown type, {@code this} for the object itself
     */
    private record Scope(Symbol definition, Map<String, String> variables) {
    }

    /** @param exact the call as the SCIP index says it; the same call if the index does not; null if the index is of another text */
    private record PlacedCall(int offset, boolean ifDefined, CallSite call, CallSite exact) {
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
                .map(Symbol::name).collect(Collectors.toSet());
        imports.stream().filter(found -> !found.member().isEmpty())
                .flatMap(found -> Stream.of(found.name(), found.member())).forEach(functions::add);
        calls.removeIf(call -> call.ifDefined() && !functions.contains(call.call().name()));
        if (fileLevel != null && calls.stream().noneMatch(call -> call.call().caller().equals(fileLevel.id()))) {
            drafts.remove(fileLevel.id());
        }
        calls.sort(Comparator.comparingInt(PlacedCall::offset));
        boolean exact = index != null && calls.stream().noneMatch(call -> call.exact() == null) && undefined == 0;
        drafts.values().stream().filter(draft -> !exact).forEach(draft -> draft.exact().clear());
        return new SourceParser.ParsedFile(new SourceFile(path, language, module, List.copyOf(imports)), List.copyOf(drafts.values()),
                calls.stream().map(exact ? PlacedCall::exact : PlacedCall::call).toList(), header, exact);
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

    void importing(List<Import> found) {
        imports.addAll(found);
    }

    boolean imports(String name) {
        return imports.stream().anyMatch(found -> found.name().equals(name));
    }

    /** Returns the original name of a renamed import, unless that name means something else here; otherwise the name itself. */
    String original(String name) {
        return imports.stream().filter(found -> found.name().equals(name) && !Set.of("", "default", "*").contains(found.member()))
                .map(Import::member).filter(member -> !imports(member) && variable(member) == null
                        && drafts.values().stream().noneMatch(draft -> draft.qualified().equals(member)))
                .findFirst().orElse(name);
    }

    /**
     * Opens a definition. It stays current until the end of its node.
     *
     * @param owner name of the type that has it as a member, or empty
     * @param outer qualified name of what contains it, or empty
     */
    Symbol open(SymbolKind kind, String name, String written, String owner, String outer, List<String> parameterTypes, SyntaxNode whole,
            SyntaxNode named) {
        String qualified = outer.isEmpty() ? written : outer + "." + written;
        String id = path + "#" + qualified + (kind == SymbolKind.TYPE ? "" : "(" + String.join(",", parameterTypes) + ")");
        int times = repetitions.merge(id, 1, Integer::sum);
        int first = whole.line();
        while (comments.get(first - 1)) {
            first--;
        }
        Symbol draft = new Symbol(times == 1 ? id : id + "~" + times, path, name, qualified, kind, owner, new ArrayList<>(),
                parameterTypes, first, named.line(), whole.lastLine(), new ArrayList<>(), exact(named));
        drafts.put(draft.id(), draft);
        scopes.push(new Scope(draft, new HashMap<>()));
        return draft;
    }

    /** Adds a field to a type. If a field occurs twice, its first type counts. */
    static void member(Symbol type, String field, String typeName) {
        if (!typeName.isEmpty()) {
            type.members().add(field + ":" + typeName);
        }
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
    Symbol definition() {
        return scopes.stream().map(Scope::definition).filter(draft -> draft != null).findFirst().orElse(null);
    }

    /** Returns null if there is none. */
    Symbol enclosingType() {
        return scopes.stream().map(Scope::definition).filter(draft -> draft != null && draft.kind() == SymbolKind.TYPE).findFirst()
                .orElse(null);
    }

    private List<String> exact(SyntaxNode named) {
        if (index == null) {
            return new ArrayList<>();
        }
        String referred = index.referred().get(end(named));
        List<String> defined = index.defined().getOrDefault(end(named), List.of());
        undefined += defined.isEmpty() && referred == null && Names.isName(named) ? 1 : 0;
        return new ArrayList<>(!defined.isEmpty() ? defined : List.of(referred == null || !Names.isName(named) ? Symbol.UNNAMED
                : Symbol.OVERRIDES + referred));
    }

    /** Returns where the last name in a node ends. */
    private static int end(SyntaxNode named) {
        return named.inmost(at -> at.children().stream().filter(child -> !child.type().contains("argument"))
                .reduce(at, (before, child) -> child)).end();
    }

    /** Adds a call. */
    void call(SyntaxNode named, CallSite call) {
        calls.add(new PlacedCall(named.start(), false, call, exact(named, call)));
    }

    /** In scripts, a type in place of a function is the type of a variable. */
    private CallSite exact(SyntaxNode named, CallSite call) {
        String found = index == null ? null : index.referred().get(end(named));
        String symbol = found != null && found.endsWith("#") && language.isScript() && !call.constructs() ? null : found;
        String name = symbol == null ? "" : ScipDocument.name(symbol, call.name());
        boolean renamed = call.constructs() || imports.stream().anyMatch(one -> one.name().equals(call.name())
                || one.member().equals(call.name()) || (call.receiver() + ".").startsWith(one.name() + "."));
        return symbol == null ? call : renamed || name.equals(call.name()) ? call.of(symbol, name) : null;
    }

    /** Adds a reference for a name where a function can be passed, if the file defines or imports a function with that name. */
    void mention(SyntaxNode named) {
        CallSite call = new CallSite(caller(), original(named.text()), false, -1, "", "", named.line());
        boolean property = named.is("shorthand_property_identifier"); // an index says which property it is, not which value
        calls.add(new PlacedCall(named.start(), true, call, property ? call : exact(named, call)));
    }

    /** Returns the id of the innermost definition. */
    String caller() {
        Symbol within = definition();
        if (within == null && fileLevel == null) {
            fileLevel = new Symbol(path + "#" + MODULE, path, MODULE, MODULE, SymbolKind.FUNCTION, "", List.of(), List.of(), 1, 1,
                    source.lines(), List.of(), new ArrayList<>(index == null ? List.of() : List.of(Symbol.UNNAMED)));
            drafts.put(fileLevel.id(), fileLevel);
        }
        return within == null ? fileLevel.id() : within.id();
    }
}
