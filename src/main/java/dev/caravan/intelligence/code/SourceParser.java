package dev.caravan.intelligence.code;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.treesitter.TSInputEncoding;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSTree;
import org.treesitter.TSTreeCursor;

/**
 * Parses the definitions and calls of a source file. From a file with some syntax errors it returns what is readable.
 *
 * <p>Calls at file level or in field initialisers belong to the surrounding type. Without one they belong to a definition {@code
 * (module)}, which only files with such calls have. Calls in an anonymous function belong to the surrounding definition.
 */
@Component
public class SourceParser {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MOST_NODES = 5_000_000;
    private static final int DEEPEST_ANGLES = 1_000;
    /** Kotlin's native parser ends the process when more than 1,023 strings are open, each in an expression of the one before. */
    private static final int MOST_TEMPLATES = 900;

    private final Map<Language, Grammar> grammars = new ConcurrentHashMap<>();

    /** Parses a file by itself. */
    public ParsedFile parse(String path, Language language, byte[] utf8) throws UnparsableException {
        return parse(path, language, utf8, none -> null, ScipIndex.NONE);
    }

    /**
     * Parses a file of a workspace.
     *
     * @param files returns the bytes of another file; null if there is none
     * @param index what it says of the file takes the place of guesses, unless it is of another text
     * @throws UnparsableException if the text is not UTF-8, parsing takes too long, or more than half of the text is errors: words
     *         outside any construct, or any error if the file has no definition
     */
    public ParsedFile parse(String path, Language language, byte[] utf8, Function<String, byte[]> files, ScipIndex index)
            throws UnparsableException {
        if (PathAliases.isConfiguration(path)) {
            return PathAliases.parse(path, utf8, files);
        }
        Source source = Source.of(utf8);
        Grammar grammar = grammars.computeIfAbsent(language, Grammar::of);
        try (TSTree tree = tree(source, language, grammar)) {
            Nodes nodes = new Nodes();
            SyntaxNode root = nodes.copy(tree, grammar, source);
            ScipDocument document = index.document(path);
            ParseContext context = new ParseContext(path, language, source, nodes.comments,
                    document == null ? null : document.in(source).orElse(null));
            context.walk(root, SyntaxReader.of(context));
            ParsedFile parsed = context.finish();
            boolean useless = parsed.symbols().stream().allMatch(symbol -> symbol.name().equals(ParseContext.MODULE))
                    && nodes.errorBytes * 2 > source.length();
            if (useless || nodes.strayBytes * 2 > source.length()) {
                throw new UnparsableException("most of the text is not " + language);
            }
            return parsed;
        }
    }

    /** Returns the text as tree-sitter parses it. It holds native memory until it is closed. */
    private static TSTree tree(Source source, Language language, Grammar grammar) throws UnparsableException {
        if (language.hasGenerics() && source.deepestAngles() > DEEPEST_ANGLES) {
            throw new UnparsableException("more than " + DEEPEST_ANGLES + " open '<' in one statement");
        }
        if (language == Language.KOTLIN && source.templates() > MOST_TEMPLATES) {
            throw new UnparsableException("more than " + MOST_TEMPLATES + " expressions in strings");
        }
        long end = System.nanoTime() + LIMIT.toNanos();
        try (TSParser parser = new TSParser()) {
            parser.setLanguage(grammar.language());
            TSTree tree = parser.parseWithOptions(new byte[Math.min(source.length() + 1, 1 << 16)], null,
                    (buffer, offset, point) -> source.read(offset, buffer), TSInputEncoding.TSInputEncodingUTF8, state ->
                            System.nanoTime() - end > 0);
            if (tree == null) {
                throw new UnparsableException("not parsed within " + LIMIT.toSeconds() + " s");
            }
            return tree;
        }
    }

    /** Copies the nodes of a tree, and counts its errors. */
    private static final class Nodes {

        /** Bytes in errors, including readable constructs there. */
        private long errorBytes;
        /** Bytes of words and signs that belong to no construct of the language. */
        private long strayBytes;
        /** Lines with only comments or decorators. */
        private final BitSet comments = new BitSet();

        /** Copies the named nodes with as few native calls as possible, since these are slow. Returns the root. */
        SyntaxNode copy(TSTree tree, Grammar grammar, Source source) throws UnparsableException {
            Deque<SyntaxNode> parents = new ArrayDeque<>(List.of(SyntaxNode.NONE));
            SyntaxNode top = SyntaxNode.NONE;
            int errorEnd = 0;
            int nodes = 0;
            try (TSTreeCursor cursor = new TSTreeCursor(tree.getRootNode())) {
                while (true) {
                    if (++nodes > MOST_NODES) {
                        throw new UnparsableException("more than " + MOST_NODES + " nodes");
                    }
                    TSNode node = cursor.currentNode();
                    String type = grammar.type(node.getSymbol());
                    SyntaxNode at = parents.peek();
                    boolean inError = at.is(Grammar.ERROR);
                    if (Grammar.ERROR.equals(type) && node.getStartByte() >= errorEnd) {
                        errorEnd = node.getEndByte();
                        errorBytes += errorEnd - node.getStartByte();
                    }
                    Grammar.Role role = grammar.role(type);
                    boolean comment = role == Grammar.Role.COMMENT;
                    if ((comment || "decorator".equals(type)) && source.isAlone(node.getStartByte(), node.getEndByte())) {
                        comments.set(source.line(node.getStartByte()), source.line(node.getEndByte() - 1) + 1);
                    }
                    if (type != null && !comment) {
                        at = at.child(source, node, type, role, grammar.fields().get(cursor.currentFieldId()));
                        top = top.or(at);
                    }
                    boolean descends = role != Grammar.Role.TEXT && role != Grammar.Role.TOKENS && cursor.gotoFirstChild();
                    if (inError && !descends) {
                        strayBytes += node.getEndByte() - node.getStartByte();
                    }
                    if (descends) {
                        parents.push(at);
                        continue;
                    }
                    while (!cursor.gotoNextSibling()) {
                        if (!cursor.gotoParent()) {
                            return top;
                        }
                        parents.pop();
                    }
                }
            }
        }
    }

    /**
     * The definitions and calls of a file, in the order of its text.
     *
     * @param header lines with its package and its imports
     * @param exact  whether a SCIP index says what its calls mean
     */
    public record ParsedFile(SourceFile file, List<Symbol> symbols, List<CallSite> calls, BitSet header, boolean exact) {

        public ParsedFile(SourceFile file, List<Symbol> symbols, List<CallSite> calls, BitSet header) {
            this(file, symbols, calls, header, false);
        }
    }

    /** The reason why a text can't be parsed as source code. It never quotes the text. */
    public static final class UnparsableException extends Exception {

        UnparsableException(String message) {
            super(message, null, false, false);
        }
    }
}
