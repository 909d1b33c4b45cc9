package dev.caravan.intelligence.code;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** A language whose definitions and calls the index contains. */
public enum Language {

    JAVA("java"),
    PYTHON("py", "pyi"),
    JAVASCRIPT("js", "mjs", "cjs", "jsx"),
    TYPESCRIPT("ts", "mts", "cts", "tsx"),
    GO("go"),
    C("c"),
    CPP("cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx"),
    CSHARP("cs"),
    KOTLIN("kt", "kts"),
    RUST("rs"),
    PHP("php"),
    RUBY("rb", "rake", "gemspec");

    private final Set<String> endings;

    Language(String... endings) {
        this.endings = Set.of(endings);
    }

    /** Returns the language whose definitions this one can call by name: JavaScript for TypeScript, C++ for C, otherwise itself. */
    Language family() {
        return this == TYPESCRIPT ? JAVASCRIPT : this == C ? CPP : this;
    }

    /** Whether methods and fields of the object itself are named without {@code this}. */
    boolean hasImplicitThis() {
        return this == JAVA || this == CSHARP || this == KOTLIN || this == CPP || this == RUBY;
    }

    /** Whether each name that a file uses is in the file, imported, or in the same package. */
    boolean importsAll() {
        return this == JAVA || this == PYTHON || this == JAVASCRIPT || this == TYPESCRIPT || this == GO;
    }

    /** Returns the language of a file name's ending; empty if it is none of these. */
    public static Optional<Language> of(String path) {
        String ending = path.substring(path.lastIndexOf('.') + 1);
        return Arrays.stream(values()).filter(language -> language.endings.contains(ending)).findFirst();
    }
}
