package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Visibility in Python: relative modules by path; other modules below any directory above the file, in {@code src}, or wherever a path ends like them. */
final class PythonVisibility extends ModuleVisibility {

    PythonVisibility(Lookup lookup) {
        super(lookup, Set.of(Language.PYTHON));
    }

    @Override
    List<String> files(String module, String from) {
        List<String> paths = new ArrayList<>();
        if (module.startsWith(".")) {
            String rest = module.replaceFirst("^\\.+", "");
            String base = resolve(Place.directory(from), "../".repeat(module.length() - rest.length() - 1) + rest.replace('.', '/'));
            if (base != null) {
                add(base, paths);
            }
            return paths;
        }
        String relative = module.replace('.', '/');
        for (String directory = Place.directory(from); ; directory = Place.directory(directory.substring(0, directory.length() - 1))) {
            add(directory + relative, paths);
            if (directory.isEmpty()) {
                break;
            }
        }
        add("src/" + relative, paths);
        return paths;
    }

    private static void add(String base, List<String> paths) {
        paths.add(base + ".py");
        paths.add(base + ".pyi");
        paths.add(base.isEmpty() ? "__init__.py" : base + "/__init__.py");
    }

    @Override
    boolean isModule(String path, String module, String from) {
        if (!path.contains(module.substring(module.lastIndexOf('.') + 1))) {
            return false;
        }
        String bare = path.replaceFirst("(/__init__)?\\.pyi?$", "");
        return !module.startsWith(".") && ("/" + bare).endsWith("/" + module.replace('.', '/'));
    }

    @Override
    List<String> modules(Import one) {
        if (one.member().isEmpty() || one.member().equals("*")) {
            return List.of(one.module());
        }
        return List.of(one.module().endsWith(".") ? one.module() + one.member() : one.module() + "." + one.member());
    }
}
