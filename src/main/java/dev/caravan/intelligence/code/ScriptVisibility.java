package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Visibility in JavaScript and TypeScript: relative modules by path, with any ending or as a directory's index; other modules wherever a path ends like them. */
final class ScriptVisibility extends ModuleVisibility {

    private static final List<String> ENDINGS = List.of(".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts");

    ScriptVisibility(Lookup lookup) {
        super(lookup, Set.of(Language.JAVASCRIPT, Language.TYPESCRIPT));
    }

    @Override
    List<String> files(String module, String from) {
        if (!module.startsWith(".")) {
            return List.of();
        }
        String base = resolve(Place.directory(from), module);
        if (base == null) {
            return List.of();
        }
        List<String> paths = new ArrayList<>(List.of(base));
        String bare = base.replaceFirst("\\.[mc]?[jt]sx?$", "");
        ENDINGS.forEach(ending -> {
            paths.add(base + ending);
            paths.add((base.isEmpty() ? "" : base + "/") + "index" + ending);
            if (!bare.equals(base)) {
                paths.add(bare + ending);
            }
        });
        return paths;
    }

    @Override
    boolean isModule(String path, String module, String from) {
        String rest = module.replaceFirst("^[@~]/", "").replaceFirst("\\.[mc]?[jt]sx?$", "");
        boolean aliased = !rest.equals(module) && !module.startsWith(".");
        if (module.startsWith(".") || !aliased && (!module.contains("/") || module.startsWith("@"))) {
            return false;
        }
        String bare = path.replaceFirst("(/index)?(\\.d)?\\.[mc]?[jt]sx?$", "");
        return ("/" + bare).endsWith("/" + rest);
    }

    @Override
    List<String> modules(Import one) {
        return one.member().isEmpty() || one.member().equals("default") ? List.of(one.module()) : List.of();
    }
}
