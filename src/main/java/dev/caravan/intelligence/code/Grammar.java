package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.treesitter.TSLanguage;
import org.treesitter.TSSymbolType;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterTypescript;

/** A language as tree-sitter knows it; what native code says of its names is asked once. */
enum Grammar {

    JAVA(TreeSitterJava::new, true),
    PYTHON(TreeSitterPython::new, false),
    JAVASCRIPT(TreeSitterJavascript::new, false),
    TYPESCRIPT(TreeSitterTypescript::new, true),
    GO(TreeSitterGo::new, false);

    static final String ERROR = "ERROR";

    private final TSLanguage language;
    private final boolean genericsBeforeNames;
    private final List<String> types = new ArrayList<>();
    private final List<String> fields = new ArrayList<>();

    Grammar(Supplier<TSLanguage> language, boolean genericsBeforeNames) {
        this.language = language.get();
        this.genericsBeforeNames = genericsBeforeNames;
        for (int symbol = 0; symbol < this.language.symbolCount(); symbol++) {
            types.add(this.language.symbolType(symbol) == TSSymbolType.TSSymbolTypeRegular ? this.language.symbolName(symbol) : null);
        }
        fields.add("");
        for (int field = 1; field <= this.language.fieldCount(); field++) {
            fields.add(this.language.fieldNameForId(field));
        }
    }

    static Grammar of(String path, Language language) {
        return switch (language) {
            case JAVA -> JAVA;
            case PYTHON -> PYTHON;
            case JAVASCRIPT -> JAVASCRIPT;
            case TYPESCRIPT -> TYPESCRIPT;
            case GO -> GO;
        };
    }

    TSLanguage language() {
        return language;
    }

    /** Whether it takes {@code a<} for the beginning of a type as well as for a comparison. */
    boolean genericsBeforeNames() {
        return genericsBeforeNames;
    }

    /** Null for punctuation and keywords. */
    String type(int symbol) {
        return symbol >= 0 && symbol < types.size() ? types.get(symbol) : ERROR;
    }

    String field(int id) {
        return fields.get(id);
    }
}
