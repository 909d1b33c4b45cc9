package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A name that a file imports.
 *
 * @param name   as the file uses it; {@code *} for all names of the module; empty if the file only loads the module
 * @param module as written: {@code com.example}, {@code ./util}, {@code .pkg.mod}, {@code example.com/mod/pkg}
 * @param member the imported name of the module; empty for the module itself, {@code *} for all names, {@code default} for a default export
 */
public record Import(String name, String module, String member) {

    private static final Pattern GROUP = Pattern.compile("([\\w.]*)\\s*\\{([^{}]*)}");
    private static final int DEEPEST = 20;
    private static final Pattern QUOTED = Pattern.compile("[\"'`]([^\"'`]*)[\"'`]");
    private static final Pattern NAMES = Pattern.compile("(?:^|[\\s,{])(?:type\\s+)?(\\*|[\\w$.]+)(?:\\s+as\\s+([\\w$]+))?\\s*(?=[,}]|$)");

    /** Whether the module is one of the same workspace, as its name shows. */
    boolean isRelative() {
        return module.matches("[.@~#$]/?.*");
    }

    /** Reads a statement that imports. */
    static List<Import> of(Language language, String statement) {
        String text = statement.replaceAll("(?s)/\\*.*?\\*/|(?<!:)//[^\n]*", " ").strip();
        return switch (language) {
            case PYTHON -> python(statement.replaceAll("#[^\n]*|[()\\\\]", " ").strip());
            case JAVASCRIPT, TYPESCRIPT, TSX -> script(text);
            case GO -> go(text);
            default -> {
                boolean all = language == Language.CSHARP && !text.contains("=");
                String plain = text.replaceAll("^(?:(?:pub(?:\\([^)]*\\))?|global|import|using|use|static|function|const)\\s+)+|;\\s*$",
                        "").replaceAll("::|\\\\", ".").replaceFirst("^(\\w+)\\s*=\\s*(.+)", "$2 as $1") + (all ? ".*" : "");
                yield Arrays.stream(expanded(plain).split(",")).filter(path -> !path.isBlank()).map(Import::path).toList();
            }
        };
    }

    /** Writes {@code a.{b, c.{d}}} as {@code a.b,a.c.d}. */
    private static String expanded(String text) {
        String at = text;
        for (int depth = 0; depth < DEEPEST && at.contains("{"); depth++) {
            at = GROUP.matcher(at).replaceAll(group -> Matcher.quoteReplacement(Arrays.stream(group.group(2).split(","))
                    .filter(part -> !part.isBlank()).map(part -> group.group(1) + part.strip()).collect(Collectors.joining(","))));
        }
        return at;
    }

    /** Reads {@code a.b.C}, {@code a.b.*} and {@code a.C as D}. */
    private static Import path(String written) {
        String[] renamed = written.strip().split("\\s+as\\s+");
        String path = renamed[0].replaceAll("\\s", "").replaceFirst("\\.self$", "").replaceFirst("^\\.", "");
        String last = path.substring(path.lastIndexOf('.') + 1);
        String module = path.substring(0, Math.max(0, path.lastIndexOf('.')));
        return last.equals("*") ? new Import("*", module, "*") : new Import(renamed.length > 1 ? renamed[1].strip() : last, module, last);
    }

    private static List<Import> python(String text) {
        List<Import> imports = new ArrayList<>();
        Matcher from = Pattern.compile("from\\s+(\\S+)\\s+import\\s+(.*)", Pattern.DOTALL).matcher(text);
        boolean members = from.matches();
        for (Matcher name = NAMES.matcher(members ? from.group(2) : text.replaceFirst("^import\\s+", "")); name.find(); ) {
            String as = name.group(2) == null ? name.group(1) : name.group(2);
            imports.add(members ? new Import(as, from.group(1), name.group(1)) : new Import(as, name.group(1), ""));
        }
        return imports;
    }

    private static List<Import> script(String text) {
        List<Import> imports = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(text);
        String module = "";
        while (quoted.find()) {
            module = quoted.group(1);
        }
        String clause = text.replaceFirst("(?s)\\s*(?:from\\s*)?[\"'`][^\"'`]*[\"'`].*",
                "").replaceFirst("^(?:import|export)\\s*(?:type\\s+(?!,))?", "");
        Matcher required = Pattern.compile("([\\w$]+)\\s*=\\s*require\\s*\\(?").matcher(clause.strip());
        if (required.matches() || clause.isBlank()) {
            return List.of(new Import(required.matches() ? required.group(1) : "", module, ""));
        }
        for (Matcher name = NAMES.matcher(clause); name.find(); ) {
            String as = name.group(2) == null ? name.group(1) : name.group(2);
            boolean braced = clause.lastIndexOf('{', name.start(1)) > clause.lastIndexOf('}', name.start(1));
            imports.add(name.group(1).equals("*") ? name.group(2) == null ? new Import("*", module, "*") : new Import(as, module, "")
                    : new Import(as, module, braced ? name.group(1) : "default"));
        }
        return imports;
    }

    private static List<Import> go(String text) {
        Matcher quoted = QUOTED.matcher(text);
        if (!quoted.find()) {
            return List.of();
        }
        String module = quoted.group(1);
        String alias = text.substring(0, quoted.start()).strip();
        String plain = module.replaceFirst("/v\\d+$", "");
        return List.of(switch (alias) {
            case "" -> new Import(plain.substring(plain.lastIndexOf('/') + 1), module, "");
            case "." -> new Import("*", module, "*");
            case "_" -> new Import("", module, "");
            default -> new Import(alias, module, "");
        });
    }
}
