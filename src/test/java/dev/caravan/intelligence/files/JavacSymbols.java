package dev.caravan.intelligence.files;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceFile;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The definitions of a Java file as the compiler sees them, so that cutting is tested whatever reads source code in production. */
final class JavacSymbols extends TreePathScanner<Void, String> {

    private final String path;
    private final String text;
    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final List<Symbol> symbols = new ArrayList<>();

    private JavacSymbols(String path, String text, CompilationUnitTree unit, DocTrees trees) {
        this.path = path;
        this.text = text;
        this.unit = unit;
        this.trees = trees;
    }

    static SourceParser.ParsedFile parse(String path, String text) throws IOException {
        return parse(Map.of(path, text)).get(0);
    }

    /** In one go, since each run of the compiler takes its time; in any order. */
    static List<SourceParser.ParsedFile> parse(Map<String, String> texts) throws IOException {
        List<SourceText> sources = texts.entrySet().stream().map(entry -> new SourceText(entry.getKey(), entry.getValue())).toList();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, diagnostic -> {}, List.of("-proc:none"), null,
                sources);
        List<SourceParser.ParsedFile> parsed = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            String path = unit.getSourceFile().toUri().getPath().substring(1);
            JavacSymbols found = new JavacSymbols(path, texts.get(path), unit, DocTrees.instance(task));
            found.scan(unit, "");
            parsed.add(new SourceParser.ParsedFile(new SourceFile(path, Language.JAVA, "", List.of()), found.symbols, List.of(),
                    header(texts.get(path))));
        }
        return parsed;
    }

    private static BitSet header(String text) {
        List<String> lines = text.lines().toList();
        BitSet header = new BitSet();
        IntStream.range(0, lines.size()).filter(i -> lines.get(i).matches("(?:import|package) .*;")).forEach(i -> header.set(i + 1));
        return header;
    }

    private static final class SourceText extends SimpleJavaFileObject {

        private final String text;

        SourceText(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    @Override
    public Void visitClass(ClassTree type, String owner) {
        String name = type.getSimpleName().toString();
        if (name.isEmpty()) {
            return super.visitClass(type, owner);
        }
        String qualified = owner.isEmpty() ? name : owner + '.' + name;
        add(type, name, qualified, owner, SymbolKind.TYPE);
        return super.visitClass(type, qualified);
    }

    @Override
    public Void visitMethod(MethodTree method, String owner) {
        boolean constructor = method.getName().contentEquals("<init>");
        String name = constructor ? owner.substring(owner.lastIndexOf('.') + 1) : method.getName().toString();
        if (trees.getSourcePositions().getEndPosition(unit, method) >= 0) {
            add(method, name, owner + '.' + name, owner, constructor ? SymbolKind.CONSTRUCTOR : SymbolKind.METHOD);
        }
        return super.visitMethod(method, owner);
    }

    private void add(Tree tree, String name, String qualified, String owner, SymbolKind kind) {
        int start = (int) trees.getSourcePositions().getStartPosition(unit, tree);
        int end = (int) trees.getSourcePositions().getEndPosition(unit, tree);
        String comment = trees.getDocComment(new TreePath(getCurrentPath().getParentPath(), tree));
        int first = comment == null ? start : text.lastIndexOf("/**", start);
        int named = Math.max(start, text.indexOf(' ' + name, start));
        symbols.add(new Symbol(path + '#' + qualified + '@' + start, path, name, qualified, kind, owner, List.of(), List.of(),
                line(first), line(named), line(end - 1), List.of()));
    }

    private int line(int offset) {
        return (int) unit.getLineMap().getLineNumber(offset);
    }
}
