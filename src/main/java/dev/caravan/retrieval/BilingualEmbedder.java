package dev.caravan.retrieval;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Embeds each text by the model that knows its language: Chinese text by the Chinese model, other text by both. A vector has a part of
 * each model; the English part of Chinese text is zero. So texts of one language are compared by the model that knows it best, and a
 * question finds texts of the other language by the Chinese model, which knows some English.
 */
final class BilingualEmbedder implements Embedder {

    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");
    private static final Pattern LATIN = Pattern.compile("\\p{IsLatin}");
    /** Letters that say as much as a Chinese character. */
    private static final int LETTERS = 4;
    /** Weights of the models' cosines for text that is not Chinese. They sum up to 1. */
    private static final double ENGLISH_SHARE = 0.75;

    private final Embedder chinese;
    private final Embedder english;

    BilingualEmbedder(Embedder chinese, Embedder english) {
        this.chinese = chinese;
        this.english = english;
    }

    @Override
    public String model() {
        return chinese.model() + "+" + english.model();
    }

    @Override
    public int dimensions() {
        return chinese.dimensions() + english.dimensions();
    }

    @Override
    public boolean isOff() {
        return chinese.isOff() && english.isOff();
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) throws InterruptedException {
        Iterator<float[]> english = this.english.embedPassages(texts.stream().filter(text -> !isChinese(text)).toList()).iterator();
        Iterator<float[]> chinese = this.chinese.embedPassages(texts).iterator();
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (String text : texts) {
            vectors.add(joined(chinese.next(), isChinese(text) ? null : english.next()));
        }
        return vectors;
    }

    @Override
    public float[] embedQuery(String query) throws InterruptedException {
        return joined(chinese.embedQuery(query), isChinese(query) ? null : english.embedQuery(query));
    }

    @Override
    public float[] embedShort(String text) throws InterruptedException {
        return joined(chinese.embedShort(text), isChinese(text) ? null : english.embedShort(text));
    }

    /** Whether most of the text is Chinese. */
    private static boolean isChinese(String text) {
        long characters = CHINESE.matcher(text).results().count();
        return characters > 0 && characters * LETTERS >= LATIN.matcher(text).results().count();
    }

    /** @param english null for Chinese text */
    private float[] joined(float[] chinese, float[] english) {
        float[] vector = new float[dimensions()];
        put(chinese, english == null ? 1 : Math.sqrt(1 - ENGLISH_SHARE), vector, 0);
        if (english != null) {
            put(english, Math.sqrt(ENGLISH_SHARE), vector, chinese.length);
        }
        return vector;
    }

    private static void put(float[] part, double weight, float[] vector, int at) {
        float[] normal = Vector.normal(part);
        for (int i = 0; i < normal.length; i++) {
            vector[at + i] = (float) (weight * normal[i]);
        }
    }
}
