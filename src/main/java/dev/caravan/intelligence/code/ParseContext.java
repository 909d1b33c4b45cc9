package dev.caravan.intelligence.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of reading one file: what was found so far, and which names are valid at the current position. */
final class ParseContext {

    static final String MODULE = "(module)";

    private final String path;
    private final Language language;
    private final Source source;
    private final Deque<LexicalScope> frames = new ArrayDeque<>();
    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    private final Map<String, Integer> repetitions = new HashMap<>();
    private final List<PlacedCall> calls = new ArrayList<>();
    private final List<Import> imports = new ArrayList<>();
    private String module = "";
    private Draft fileLevel;

    ParseContext(String path, Language language, Source source) {
        this.path = path;
        this.language = language;
        this.source = source;
        frames.push(LexicalScope.block());
    }

    /** Shows each node to the reader before the node's children, without recursion. */
    void walk(SyntaxNode root, SyntaxReader reader) {
        Deque<Step> steps = new ArrayDeque<>();
        steps.push(new Step(root, frames.size()));
        reader.enter(root, this);
        while (!steps.isEmpty()) {
            Step step = steps.peek();
            if (step.next < step.node.children().size()) {
                SyntaxNode child = step.node.children().get(step.next++);
                steps.push(new Step(child, frames.size()));
                reader.enter(child, this);
            } else {
                steps.pop();
                while (frames.size() > step.frames) {
                    frames.pop();
                }
            }
        }
    }

    ParsedFile finish() {
        calls.removeIf(call -> call.ifDefined() && !isFunctionOrImported(call.call().name()));
        calls.sort(Comparator.comparingInt(PlacedCall::offset));
        List<Symbol> symbols = drafts.values().stream().map(Draft::symbol).toList();
        return new ParsedFile(new SourceFile(path, language, module, List.copyOf(imports)), symbols, calls.stream().map(PlacedCall::call).toList());
    }

    void module(String name) {
        module = name;
    }

    void importing(String name, String from, String member) {
        imports.add(new Import(name, from, member));
    }

    List<Import> imports() {
        return imports;
    }

    boolean imports(String name) {
        return imports.stream().anyMatch(found -> found.name().equals(name));
    }

    /** Returns the original name of a renamed import, unless that name means something else here; otherwise the name itself. */
    String original(String name) {
        return imports.stream().filter(found -> found.name().equals(name) && !found.member().isEmpty() && !found.member().equals("default")
                && !found.member().equals("*"))
                .map(Import::member).filter(member -> member.equals(name) || !imports(member) && drafts(member).isEmpty()
                && variable(member) == null).findFirst().orElse(name);
    }

    /** Opens a definition inside the current one. It stays current until the end of its node. */
    Draft open(SymbolKind kind, String name, Parameters parameters, SyntaxNode whole, SyntaxNode named) {
        return open(kind, name, name, parameters, whole, named);
    }

    /** @param written name for qualified names, if it differs from the name in calls */
    Draft open(SymbolKind kind, String name, String written, Parameters parameters, SyntaxNode whole, SyntaxNode named) {
        Draft around = definition();
        String owner = around != null && around.isType() ? around.name() : "";
        return open(kind, name, around == null ? written : around.qualified() + "." + written, owner, parameters, whole, named);
    }

    Draft open(SymbolKind kind, String name, String qualified, String owner, Parameters parameters, SyntaxNode whole, SyntaxNode named) {
        Draft draft = new Draft(id(qualified, kind == SymbolKind.TYPE ? null : parameters.types()), path, name, qualified, kind, owner);
        draft.takes(parameters).lines(firstLine(whole), named.line(), whole.lastLine());
        drafts.put(draft.id(), draft);
        frames.push(LexicalScope.of(draft));
        parameters.variables().forEach(this::declare);
        return draft;
    }

    private String id(String qualified, List<String> types) {
        String id = path + "#" + qualified + (types == null ? "" : "(" + String.join(",", types) + ")");
        int times = repetitions.merge(id, 1, Integer::sum);
        return times == 1 ? id : id + "~" + times;
    }

    /** Returns the first line with the comments, annotations and decorators directly before it. */
    private static int firstLine(SyntaxNode whole) {
        SyntaxNode top = whole;
        while (top.parentIs("export_statement", "decorated_definition", "ambient_declaration", "expression_statement", "lexical_declaration",
                "variable_declaration",
                "type_declaration") && (!top.previous().exists() ? top.parent().line() == top.line() : top.previous().is("decorator"))) {
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
        frames.push(LexicalScope.block());
    }

    /** Opens a block in which these parameters are valid. */
    void block(Parameters parameters) {
        block();
        parameters.variables().forEach(this::declare);
    }

    void push(LexicalScope frame) {
        frames.push(frame);
    }

    void declare(String name, Variable variable) {
        frames.peek().variables().put(name, variable);
    }

    void declare(SyntaxNode name, Variable variable) {
        if (name.exists()) {
            declare(name.text(), variable);
        }
    }

    /** Returns null if no variable or parameter of that name is valid here. */
    Variable variable(String name) {
        for (LexicalScope frame : frames) {
            Variable found = frame.variables().get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    void bound(String typeVariable, String type) {
        frames.peek().bounds().put(typeVariable, type);
    }

    /** Returns the bound of a type variable, otherwise the type itself. */
    String bounded(String type) {
        for (LexicalScope frame : frames) {
            String bound = frame.bounds().get(type);
            if (bound != null) {
                return bound;
            }
        }
        return type;
    }

    /** Returns the innermost definition; null at file level. */
    Draft definition() {
        for (LexicalScope frame : frames) {
            if (frame.definition() != null) {
                return frame.definition();
            }
        }
        return null;
    }

    /** Returns null if there is none. */
    Draft enclosingType() {
        for (LexicalScope frame : frames) {
            if (frame.definition() != null && frame.definition().isType()) {
                return frame.definition();
            }
        }
        return null;
    }

    /** Returns the anonymous class that contains the current position, unless a definition is in between; null if there is none. */
    LexicalScope nameless() {
        for (LexicalScope frame : frames) {
            if (frame.own() != null) {
                return frame;
            }
            if (frame.definition() != null) {
                return null;
            }
        }
        return null;
    }

    /** Returns the type with that name that the file has defined so far; null if there is none. */
    Draft type(String name) {
        return drafts.values().stream().filter(draft -> draft.isType() && draft.name().equals(name)).findFirst().orElse(null);
    }

    /** Returns the file's definitions so far with this qualified name. */
    List<Draft> drafts(String qualified) {
        return drafts.values().stream().filter(draft -> draft.qualified().equals(qualified)).toList();
    }

    /** Adds a call. Does nothing if there is no name. */
    void call(SyntaxNode named, String name, Arguments arguments, Operand receiver) {
        if (named.exists()) {
            add(named, name, false, arguments, receiver, false);
        }
    }

    /** @param type as written, with its package or outer type */
    void construct(SyntaxNode named, String type, Arguments arguments) {
        int dot = type.lastIndexOf('.');
        construct(named, type.substring(dot + 1), arguments, dot < 0 ? Operand.NONE : new Operand(type.substring(0, dot), ""));
    }

    void construct(SyntaxNode named, String name, Arguments arguments, Operand receiver) {
        add(named, name, true, arguments, receiver, false);
    }

    private void add(SyntaxNode named, String name, boolean constructs, Arguments arguments, Operand receiver, boolean ifDefined) {
        Draft within = definition();
        if (within == null) {
            within = fileLevel();
        }
        calls.add(new PlacedCall(named.start(), ifDefined, new CallSite(within.id(), name, constructs, arguments.count(), arguments.types(),
                receiver.receiver(), receiver.type(), named.line())));
    }

    /** Adds a reference to a function that is not called here. */
    void reference(SyntaxNode named, String name, Operand receiver) {
        call(named, name, Arguments.OPEN, receiver);
    }

    /** Adds a reference for a name where a function can be passed, if the file defines or imports a function with that name. */
    void mention(SyntaxNode named, String name) {
        add(named, name, false, Arguments.OPEN, Operand.NONE, true);
    }

    private boolean isFunctionOrImported(String name) {
        return imports.stream().anyMatch(found -> (found.name().equals(name) || found.member().equals(name)) && !found.member().isEmpty())
                || drafts.values().stream().anyMatch(draft -> draft.kind() == SymbolKind.FUNCTION && draft.name().equals(name)
                && draft.symbol().owner().isEmpty());
    }

    private Draft fileLevel() {
        if (fileLevel == null) {
            fileLevel = new Draft(path + "#" + MODULE, path, MODULE, MODULE, SymbolKind.FUNCTION, "").lines(1, 1, source.lines());
            drafts.put(fileLevel.id(), fileLevel);
        }
        return fileLevel;
    }

    private record PlacedCall(int offset, boolean ifDefined, CallSite call) {
    }

    private static final class Step {

        private final SyntaxNode node;
        private final int frames;
        private int next;

        Step(SyntaxNode node, int frames) {
            this.node = node;
            this.frames = frames;
        }
    }
}
