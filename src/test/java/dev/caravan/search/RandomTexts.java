package dev.caravan.search;

import java.util.List;
import java.util.Random;

/** Sentences of a few words that many of them share. */
final class RandomTexts {

    private static final List<String> WORDS = List.of("pump", "valve", "water", "dry", "leak", "水泵", "阀门", "漏水", "空转", "停机", "error",
            "E-401", "E-402", "motor", "检修");

    private RandomTexts() {
    }

    static String sentence(Random random) {
        StringBuilder sentence = new StringBuilder();
        for (int words = 1 + random.nextInt(8); words > 0; words--) {
            sentence.append(WORDS.get(random.nextInt(WORDS.size()))).append(words > 1 ? " " : "");
        }
        return sentence.toString();
    }
}
