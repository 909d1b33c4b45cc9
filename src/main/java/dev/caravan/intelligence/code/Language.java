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

    /** Returns the language of a file name's ending; empty if it is none of these. */
    public static Optional<Language> of(String path) {
        String ending = path.substring(path.lastIndexOf('.') + 1);
        return Arrays.stream(values()).filter(language -> language.endings.contains(ending)).findFirst();
    }
}
