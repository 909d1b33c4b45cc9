package dev.caravan.intelligence.code;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.treesitter.TSLanguage;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterCSharp;
import org.treesitter.TreeSitterCpp;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterKotlin;
import org.treesitter.TreeSitterPhp;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterRust;
import org.treesitter.TreeSitterTsx;
import org.treesitter.TreeSitterTypescript;

/** A language whose definitions and calls the index contains. */
public enum Language {

    JAVA(TreeSitterJava::new, "java"),
    PYTHON(TreeSitterPython::new, "py", "pyi"),
    JAVASCRIPT(TreeSitterJavascript::new, "js", "mjs", "cjs", "jsx"),
    TYPESCRIPT(TreeSitterTypescript::new, "ts", "mts", "cts"),
    TSX(TreeSitterTsx::new, "tsx"),
    GO(TreeSitterGo::new, "go"),
    C(TreeSitterC::new, "c"),
    CPP(TreeSitterCpp::new, "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx"),
    CSHARP(TreeSitterCSharp::new, "cs"),
    KOTLIN(TreeSitterKotlin::new, "kt", "kts"),
    RUST(TreeSitterRust::new, "rs"),
    PHP(TreeSitterPhp::new, "php"),
    RUBY(TreeSitterRuby::new, "rb", "rake", "gemspec");

    private final Supplier<TSLanguage> grammar;
    private final Set<String> endings;

    Language(Supplier<TSLanguage> grammar, String... endings) {
        this.grammar = grammar;
        this.endings = Set.of(endings);
    }

    /** Loads the native grammar. */
    TSLanguage grammar() {
        return grammar.get();
    }

    /** Returns the language whose definitions this one can call by name: JavaScript for TypeScript, C++ for C, otherwise itself. */
    Language family() {
        return this == TYPESCRIPT || this == TSX ? JAVASCRIPT : this == C ? CPP : this;
    }

    boolean isScript() {
        return family() == JAVASCRIPT;
    }

    /** Whether methods and fields of the object itself are named without {@code this}. */
    boolean hasImplicitThis() {
        return this == JAVA || this == CSHARP || this == KOTLIN || this == CPP || this == RUBY;
    }

    /** Whether each name that a file uses is in the file, imported, or in the same package. */
    boolean importsAll() {
        return this == JAVA || this == PYTHON || isScript() || this == GO;
    }

    /** Whether the parser reads {@code a<} both as the start of a type and as a comparison. */
    boolean hasGenerics() {
        return this == JAVA || this == TYPESCRIPT || this == TSX || this == CPP || this == CSHARP || this == KOTLIN || this == RUST;
    }

    /** Whether a file is a configuration of TypeScript, which is read for its path aliases. */
    public static boolean isConfiguration(String path) {
        return PathAliases.isConfiguration(path);
    }

    /** Returns the language of a file name's ending; empty if it is none of these. */
    public static Optional<Language> of(String path) {
        String ending = path.substring(path.lastIndexOf('.') + 1);
        return PathAliases.isConfiguration(path) ? Optional.of(TYPESCRIPT)
                : Arrays.stream(values()).filter(language -> language.endings.contains(ending)).findFirst();
    }
}
