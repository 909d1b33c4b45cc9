package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name that a file imports.
 *
 * @param name   as the file uses it; {@code *} for all names of the module; empty if the file only loads the module
 * @param module as written: {@code com.example}, {@code ./util}, {@code .pkg.mod}, {@code example.com/mod/pkg}
 * @param member the imported name of the module; empty for the module itself, {@code *} for all names, {@code default} for a default export
 */
public record Import(String name, String module, String member) {

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
            case JAVASCRIPT, TYPESCRIPT -> script(text);
            case GO -> go(text);
            default -> {
                List<Import> imports = new ArrayList<>();
                boolean all = language == Language.CSHARP && !text.contains("=");
                String plain = text.replaceAll("^(?:(?:pub(?:\\([^)]*\\))?|global|import|using|use|static|function|const)\\s+)+|;\\s*$",
                        "").replaceAll("::|\\\\", ".");
                paths("", plain.replaceFirst("^(\\w+)\\s*=\\s*(.+)", "$2 as $1") + (all ? ".*" : ""), 0, imports);
                yield imports;
            }
        };
    }

    /** Reads {@code a.b.C}, {@code a.b.*}, {@code a.C as D} and {@code a.{b, c.{d}}}. */
    private static void paths(String before, String text, int depth, List<Import> imports) {
        int open = 0;
        int from = 0;
        for (int i = 0; i <= text.length() && depth < 20; i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            open += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == ',' && open <= 0) {
                String part = text.substring(from, i).strip();
                int brace = part.indexOf('{');
                if (brace >= 0) {
                    paths(before + part.substring(0, brace), part.substring(brace + 1, Math.max(brace + 1, part.lastIndexOf('}'))),
                            depth + 1, imports);
                } else if (!part.isEmpty()) {
                    path(before + part, imports);
                }
                from = i + 1;
            }
        }
    }

    private static void path(String written, List<Import> imports) {
        String[] renamed = written.split("\\s+as\\s+");
        String path = renamed[0].replaceAll("\\s", "").replaceFirst("\\.self$", "").replaceFirst("^\\.", "");
        String last = path.substring(path.lastIndexOf('.') + 1);
        String module = path.substring(0, Math.max(0, path.lastIndexOf('.')));
        imports.add(last.equals("*") ? new Import("*", module, "*")
                : new Import(renamed.length > 1 ? renamed[1].strip() : last, module, last));
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
