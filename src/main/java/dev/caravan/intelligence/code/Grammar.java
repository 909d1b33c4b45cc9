package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.treesitter.TSLanguage;
import org.treesitter.TSSymbolType;
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

/** A language of tree-sitter. It asks the native code only once for the names of node types, at the first file of the language. */
enum Grammar {

    JAVA(TreeSitterJava::new, true, "modifiers", "scoped_identifier", "scoped_type_identifier", "type_arguments", "string_literal"),
    PYTHON(TreeSitterPython::new, false, "dotted_name", "type"),
    JAVASCRIPT(TreeSitterJavascript::new, false, "string", "regex"),
    TYPESCRIPT(TreeSitterTypescript::new, true, "string", "regex", "type_annotation"),
    TSX(TreeSitterTsx::new, true, "string", "regex", "type_annotation"),
    GO(TreeSitterGo::new, false, "type_arguments", "interpreted_string_literal", "raw_string_literal"),
    C(TreeSitterC::new, false, "string_literal"),
    CPP(TreeSitterCpp::new, true, "string_literal", "raw_string_literal"),
    CSHARP(TreeSitterCSharp::new, true, "string_literal", "verbatim_string_literal"),
    KOTLIN(TreeSitterKotlin::new, true),
    RUST(TreeSitterRust::new, true, "string_literal", "raw_string_literal", "token_tree"),
    PHP(TreeSitterPhp::new, false, "string"),
    RUBY(TreeSitterRuby::new, false);

    static final String ERROR = "ERROR";

    private final Supplier<TSLanguage> source;
    private final boolean genericsBeforeNames;
    private final Set<String> whole;
    private Tables tables;

    /** @param whole node types of which only the text is needed */
    Grammar(Supplier<TSLanguage> source, boolean genericsBeforeNames, String... whole) {
        this.source = source;
        this.genericsBeforeNames = genericsBeforeNames;
        this.whole = Set.of(whole);
    }

    /**
     * The native language and its names, by number. They are loaded at the first file of the language, since the native library needs
     * memory.
     *
     * @param types node types; null for punctuation and keywords
     */
    record Tables(TSLanguage language, List<String> types, List<String> fields) {

        static Tables of(TSLanguage language) {
            List<String> types = new ArrayList<>();
            for (int symbol = 0; symbol < language.symbolCount(); symbol++) {
                types.add(language.symbolType(symbol) == TSSymbolType.TSSymbolTypeRegular ? language.symbolName(symbol) : null);
            }
            List<String> fields = new ArrayList<>(List.of(""));
            for (int field = 1; field <= language.fieldCount(); field++) {
                fields.add(language.fieldNameForId(field));
            }
            return new Tables(language, types, fields);
        }

        /** Returns null for punctuation and keywords. */
        String type(int symbol) {
            return symbol >= 0 && symbol < types.size() ? types.get(symbol) : ERROR;
        }
    }

    synchronized Tables tables() {
        if (tables == null) {
            tables = Tables.of(source.get());
        }
        return tables;
    }

    static Grammar of(String path, Language language) {
        return language == Language.TYPESCRIPT && path.endsWith(".tsx") ? TSX : valueOf(language.name());
    }

    TSLanguage language() {
        return tables().language();
    }

    /** Whether the grammar takes {@code a<} both as the start of a type and as a comparison. */
    boolean genericsBeforeNames() {
        return genericsBeforeNames;
    }

    /** Whether the inside of such nodes is not needed. */
    boolean isWhole(String type) {
        return whole.contains(type);
    }
}
