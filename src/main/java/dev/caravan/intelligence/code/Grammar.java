package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.treesitter.TSLanguage;
import org.treesitter.TSSymbolType;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterTsx;
import org.treesitter.TreeSitterTypescript;

/** A language of tree-sitter. It asks the native code only once for the names of node types. */
enum Grammar {

    JAVA(TreeSitterJava::new, true, "modifiers", "scoped_identifier", "scoped_type_identifier", "type_arguments", "string_literal"),
    PYTHON(TreeSitterPython::new, false, "dotted_name", "type"),
    JAVASCRIPT(TreeSitterJavascript::new, false, "string", "regex"),
    TYPESCRIPT(TreeSitterTypescript::new, true, "string", "regex", "type_annotation"),
    TSX(TreeSitterTsx::new, true, "string", "regex", "type_annotation"),
    GO(TreeSitterGo::new, false, "type_arguments", "interpreted_string_literal", "raw_string_literal");

    static final String ERROR = "ERROR";

    private final TSLanguage language;
    private final boolean genericsBeforeNames;
    private final List<String> types = new ArrayList<>();
    private final List<String> fields = new ArrayList<>();
    private final Set<String> whole;

    /** @param whole node types of which only the text is needed */
    Grammar(Supplier<TSLanguage> language, boolean genericsBeforeNames, String... whole) {
        this.language = language.get();
        this.genericsBeforeNames = genericsBeforeNames;
        this.whole = Set.of(whole);
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
            case TYPESCRIPT -> path.endsWith(".tsx") ? TSX : TYPESCRIPT;
            case GO -> GO;
        };
    }

    TSLanguage language() {
        return language;
    }

    /** Whether the grammar takes {@code a<} both as the start of a type and as a comparison. */
    boolean genericsBeforeNames() {
        return genericsBeforeNames;
    }

    /** Returns null for punctuation and keywords. */
    String type(int symbol) {
        return symbol >= 0 && symbol < types.size() ? types.get(symbol) : ERROR;
    }

    /** Whether the inside of such nodes is not needed. */
    boolean isWhole(String type) {
        return whole.contains(type);
    }

    String field(int id) {
        return fields.get(id);
    }
}
