package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Finds the symbol that a name such as {@code save}, {@code Orders.save} or {@code shop::Orders#save()} means. */
final class CkbSymbols {

    private static final String BETWEEN = "[^\\p{L}\\p{N}_$]+";

    private final String start;
    private final List<String> words;

    CkbSymbols(String start) {
        this.start = start;
        this.words = words(start);
    }

    /** Returns what CKB should search: the simple name. */
    String query() {
        return words.isEmpty() ? start : words.get(words.size() - 1);
    }

    /** Returns the best result of {@code searchSymbols}: the one with this name, ignoring case if necessary, preferably in the type that the name contains. */
    Optional<CkbSymbol> best(JsonNode found) {
        return StreamSupport.stream(found.path("symbols").spliterator(), false)
                .filter(symbol -> query().equalsIgnoreCase(name(symbol)) && !symbol.path("stableId").asText().isEmpty())
                .min(Comparator.comparing((JsonNode symbol) -> !query().equals(name(symbol)))
                        .thenComparing(symbol -> -ownersIn(symbol))
                        .thenComparing(symbol -> !symbol(symbol).hasGraph()))
                .map(this::symbol);
    }

    private CkbSymbol symbol(JsonNode symbol) {
        return new CkbSymbol(start, symbol.get("stableId").asText(), symbol.path("name").asText(), symbol.at("/location/fileId").asText(null),
                symbol.at("/location/startLine").asInt());
    }

    private static String name(JsonNode symbol) {
        List<String> words = words(symbol.path("name").asText());
        return words.isEmpty() ? "" : words.get(words.size() - 1);
    }

    private long ownersIn(JsonNode symbol) {
        List<String> told = words(String.join(" ", symbol.path("stableId").asText(), symbol.path("containerName").asText(), symbol.path("moduleId").asText(),
                symbol.path("name").asText(), symbol.at("/location/fileId").asText()));
        return words.subList(0, Math.max(0, words.size() - 1)).stream().filter(told::contains).count();
    }

    /** Splits the text into words, without parameters. */
    private static List<String> words(String text) {
        int parameters = text.indexOf('(');
        String name = parameters > 0 ? text.substring(0, parameters) : text;
        return Arrays.stream(name.split(BETWEEN)).filter(word -> !word.isEmpty()).toList();
    }
}
