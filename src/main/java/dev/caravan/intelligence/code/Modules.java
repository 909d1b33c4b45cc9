package dev.caravan.intelligence.code;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Compares imported modules with the paths of files. */
final class Modules {

    private Modules() {
    }

    /** How well a definition is the imported one. */
    enum Fit {
        NONE,
        /** It is below the module's folder, or in a folder that the import names: the module passes it on. */
        BELOW,
        EXACT
    }

    /**
     * Compares a definition with an imported module.
     *
     * @param module as the file writes it
     * @param member qualified name in that module
     */
    static Fit fit(SourceFile from, String module, String member, Symbol symbol) {
        Language language = from.language();
        boolean whole = symbol.qualified().equals(member);
        return switch (language) {
            case JAVASCRIPT, TYPESCRIPT -> !whole && !member.equals(symbol.name()) ? Fit.NONE : script(from, module, symbol);
            case PYTHON -> whole ? python(from, module, symbol) : Fit.NONE;
            case GO -> whole && !symbol.path().endsWith("_test.go") && isGo(module, symbol) ? Fit.EXACT : Fit.NONE;
            default -> dotted(language, (module.isEmpty() ? "" : module + ".") + member, symbol);
        };
    }

    private static boolean isGo(String module, Symbol symbol) {
        String directory = directory(symbol.path());
        return module.replaceFirst("/.*", "").contains(".") && !directory.isEmpty()
                && ("/" + module.replaceFirst("/v\\d+$", "") + "/").endsWith("/" + directory);
    }

    private static Fit script(SourceFile from, String module, Symbol symbol) {
        String plain = module.replaceFirst("\\.(?:[cm]?[jt]sx?)$", "");
        String stem = stem(symbol.path());
        if (plain.startsWith(".")) {
            return fit(resolved(directory(from.path()) + plain), stem, "/index");
        }
        return plain.matches("[@~#$]/.+") ? suffix(plain.substring(1), "/" + stem, "/index") : Fit.NONE;
    }

    private static Fit python(SourceFile from, String module, Symbol symbol) {
        String names = module.replaceFirst("^\\.+", "").replace('.', '/');
        int dots = module.length() - module.replaceFirst("^\\.+", "").length();
        String stem = stem(symbol.path());
        return dots == 0 ? suffix("/" + names, "/" + stem, "/__init__")
                : fit(resolved(directory(from.path()) + "../".repeat(dots - 1) + names), stem, "/__init__");
    }

    private static Fit fit(String wanted, String stem, String index) {
        return stem.equals(wanted) || stem.equals(wanted + index) || wanted.isEmpty() && stem.equals(index.substring(1)) ? Fit.EXACT
                : wanted.isEmpty() || stem.startsWith(wanted + "/") ? Fit.BELOW : Fit.NONE;
    }

    private static Fit suffix(String wanted, String stem, String index) {
        return stem.endsWith(wanted) || stem.endsWith(wanted + index) ? Fit.EXACT : stem.contains(wanted + "/") ? Fit.BELOW : Fit.NONE;
    }

    private static Fit dotted(Language language, String name, Symbol symbol) {
        String path = name.replaceFirst("^(?:(?:crate|self|super)\\.)+", "").replace('.', '/');
        String qualified = symbol.qualified().replace('.', '/');
        String inFile = "/" + stem(symbol.path()).replaceFirst("/?(?:mod|lib|main)$", "") + "/" + qualified;
        String inFolder = "/" + directory(symbol.path()) + qualified;
        if (inFolder.endsWith("/" + path) || language == Language.RUST && inFile.endsWith("/" + path)) {
            return Fit.EXACT;
        }
        if (language.importsAll() || !("/" + path).endsWith("/" + qualified)) {
            return Fit.NONE;
        }
        String modules = path.substring(0, path.length() - qualified.length());
        boolean own = name.matches("(?:crate|self|super)\\..*");
        return own || List.of(modules.split("/")).stream().anyMatch(one -> !one.isEmpty()
                && ("/" + stem(symbol.path()) + "/").toLowerCase().contains("/" + one.toLowerCase() + "/"))
                ? Fit.BELOW : Fit.NONE;
    }

    /** Whether both are in one package, whose definitions need no import. */
    static boolean isSamePackage(SourceFile from, Symbol symbol) {
        String directory = directory(symbol.path());
        return switch (from.language()) {
            case JAVA, KOTLIN -> from.module().isEmpty() ? directory.equals(directory(from.path()))
                    : ("/" + directory).endsWith("/" + from.module().replace('.', '/') + "/")
                    || directory.equals(directory(from.path()));
            case GO -> directory.equals(directory(from.path())) && (from.module().endsWith("_test") || !symbol.path().endsWith("_test.go")
                    || from.path().endsWith("_test.go"));
            default -> false;
        };
    }

    private static String resolved(String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return String.join("/", parts);
    }

    /** Returns the folder with {@code /} at the end; empty for the workspace itself. */
    static String directory(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static String stem(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') ? path.substring(0, dot) : path;
    }

    /**
     * Returns the number of characters of whole folders that both paths begin with, up to the last {@code /}. A larger number is nearer.
     * The same file is nearest: {@code other} itself, or a definition {@code other#…} in it.
     */
    static int nearness(String path, String other) {
        int common = 0;
        int length = Math.min(path.length(), other.length());
        for (int i = 0; i < length && path.charAt(i) == other.charAt(i); i++) {
            if (path.charAt(i) == '/') {
                common = i + 1;
            }
        }
        boolean same = path.startsWith(other) && (path.length() == other.length() || path.charAt(other.length()) == '#');
        return same ? other.length() + 1 : common;
    }
}
