package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.Symbol;
import dev.caravan.intelligence.code.SymbolKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What the chunks of one file are called: the last of its folders, its name, and the definition or section in words. */
final class ChunkTitle {

    private static final Set<String> EVERYWHERE = Set.of("src", "main", "java", "resources");
    private static final int MOST_CHARACTERS = 300;

    private final String folders;
    private final String name;

    /** @param folders how many of them are told, from the innermost */
    ChunkTitle(String path, int folders) {
        List<String> steps = Arrays.asList(path.split("/"));
        List<String> telling = steps.subList(0, steps.size() - 1).stream().filter(step -> !EVERYWHERE.contains(step)).toList();
        String file = steps.get(steps.size() - 1);
        this.folders = String.join(" ", telling.subList(Math.max(0, telling.size() - folders), telling.size()));
        this.name = file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
    }

    /** Of the lines that belong to no definition, or of a text's section. */
    String of(String section) {
        return joined(folders, name, section);
    }

    String of(Symbol symbol) {
        List<String> owners = new ArrayList<>(Arrays.asList(symbol.qualified().split("\\.")));
        owners.remove(owners.size() - 1);
        String types = String.join(" ", owners.stream().filter(owner -> !owner.equals(name)).toList());
        String own = symbol.kind() == SymbolKind.TYPE || symbol.kind() == SymbolKind.CONSTRUCTOR ? symbol.name() : String.join(" ", Identifiers.parts(symbol.name()));
        return own.equals(name) ? joined(folders, name) : joined(folders, name, types, own);
    }

    /** Of one of the pieces of a definition that is too long for one. */
    String of(Symbol symbol, String signature) {
        return joined(of(symbol), signature);
    }

    private static String joined(String... words) {
        String title = String.join(" ", Arrays.stream(words).filter(word -> !word.isBlank()).toList());
        return title.length() <= MOST_CHARACTERS ? title : title.substring(0, title.offsetByCodePoints(0, title.codePointCount(0, MOST_CHARACTERS)));
    }
}
