package dev.caravan.intelligence.code;

import java.util.ArrayDeque;
import java.util.Deque;

/** Compares imported modules with the paths of files. */
final class Modules {

    private Modules() {
    }

    /** How well a definition is the imported one. */
    enum Fit {
        NONE,
        /** It is below the module's folder: the module passes it on. */
        BELOW,
        EXACT
    }

    /**
     * Compares a definition with an imported module: its file or its folder must end with the module's name. A module that begins with a
     * dot is a path from the file that imports it. Go names more folders than a workspace has, so there the module ends with the folder.
     *
     * @param module as the file writes it
     * @param member qualified name in that module
     */
    static Fit fit(SourceFile from, String module, String member, Symbol symbol) {
        Language language = from.language();
        boolean script = language.isScript();
        boolean relative = (script || language == Language.PYTHON) && module.startsWith(".");
        String wanted = ("/" + place(from, module, relative) + "/" + member.replace('.', '/')).replaceAll("/+", "/");
        String name = "/" + (script && member.equals(symbol.name()) ? member : symbol.qualified()).replace('.', '/');
        if (script && !module.matches("[.@~#$]/?.*") || !wanted.endsWith(name)) {
            return Fit.NONE;
        }
        String index = "/(?:" + (script ? "index" : language == Language.PYTHON ? "__init__" : "mod|lib|main") + ")$";
        String around = wanted.substring(0, wanted.length() - name.length()) + "/";
        if (around.length() == 1 && !relative) {
            return language.importsAll() ? Fit.NONE : Fit.BELOW;
        }
        String folder = "/" + directory(symbol.path());
        String file = ("/" + symbol.path()).replaceFirst("\\.[^./]*$", "").replaceFirst(index, "") + "/";
        if (language == Language.GO) {
            boolean there = folder.length() > 1 && around.endsWith(folder) && around.indexOf('.') >= 0;
            return there && !symbol.path().endsWith("_test.go") ? Fit.EXACT : Fit.NONE;
        }
        if (relative) {
            return file.equals(around) ? Fit.EXACT : file.startsWith(around) ? Fit.BELOW : Fit.NONE;
        }
        boolean byFolder = !script && language != Language.PYTHON && folder.endsWith(around);
        return byFolder || file.endsWith(around) ? Fit.EXACT : file.contains(around) ? Fit.BELOW : Fit.NONE;
    }

    /** Returns a module as a path of folders. */
    private static String place(SourceFile from, String module, boolean relative) {
        boolean script = from.language().family() == Language.JAVASCRIPT;
        String plain = script ? module.replaceFirst("(?:/index)?(?:\\.[cm]?[jt]sx?)?$", "").replaceFirst("^[@~#$]/", "")
                : module.replaceFirst("^(?:(?:crate|self|super)(?:\\.|$))+|/v\\d+$", "");
        if (!relative) {
            return script || from.language() == Language.GO ? plain : plain.replace('.', '/');
        }
        String names = plain.replaceFirst("^\\.+", "");
        return resolved(directory(from.path()) + (script ? plain : "../".repeat(plain.length() - names.length() - 1)
                + names.replace('.', '/')));
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

    static String resolved(String path) {
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
