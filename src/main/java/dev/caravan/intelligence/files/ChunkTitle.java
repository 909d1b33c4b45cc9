package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Makes the titles of one file's chunks: its innermost folders, its name, and the definition or section, in words. */
final class ChunkTitle {

    private static final Set<String> EVERYWHERE = Set.of("src", "main", "java", "resources");
    private static final int MOST_CHARACTERS = 300;

    private final String folders;
    private final String name;

    /** @param folders number of folders in the title, from the innermost */
    ChunkTitle(String path, int folders) {
        List<String> steps = Arrays.asList(path.split("/"));
        List<String> telling = steps.subList(0, steps.size() - 1).stream().filter(step -> !EVERYWHERE.contains(step)).toList();
        String file = steps.get(steps.size() - 1);
        this.folders = String.join(" ", telling.subList(Math.max(0, telling.size() - folders), telling.size()));
        this.name = file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
    }

    /** Returns the title of lines outside of all definitions, or of a text's section. */
    String of(String section) {
        return joined(folders, name, section);
    }

    String of(Symbol symbol) {
        List<String> owners = new ArrayList<>(Arrays.asList(symbol.qualified().split("\\.")));
        owners.remove(owners.size() - 1);
        String types = String.join(" ", owners.stream().filter(owner -> !owner.equals(name)).toList());
        String own = symbol.kind() == SymbolKind.TYPE || symbol.kind() == SymbolKind.CONSTRUCTOR ? symbol.name()
                : String.join(" ", Identifiers.parts(symbol.name()));
        return own.equals(name) ? joined(folders, name) : joined(folders, name, types, own);
    }

    /** Returns the title of a piece of a definition that is too long for one chunk. */
    String of(Symbol symbol, String signature) {
        return joined(of(symbol), signature);
    }

    private static String joined(String... words) {
        String title = String.join(" ", Arrays.stream(words).filter(word -> !word.isBlank()).toList());
        return title.length() <= MOST_CHARACTERS ? title
                : title.substring(0, title.offsetByCodePoints(0, title.codePointCount(0, MOST_CHARACTERS)));
    }
}
