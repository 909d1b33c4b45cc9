package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.Pointer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * How often the passage that answers a question is among the first so many hits, over {@code src/test/resources/retrieval}: passages in
 * Chinese and English, several near each other on each topic, and questions that were written before the first run.
 */
public final class RetrievalQuality {

    private final Map<SearchIndex.Rankings, List<Integer>> ranks = new EnumMap<>(SearchIndex.Rankings.class);
    private final List<String> questions = new ArrayList<>();

    private RetrievalQuality() {
    }

    /** With 72 passages and 40 questions: paraphrases, the other language, codes. */
    public static RetrievalQuality measured(SearchIndex index) throws IOException, InterruptedException {
        return measured(index, "", question -> true);
    }

    /**
     * With 40 passages, half in each language, and 40 questions in the language of their passage, none of which was used to tune anything.
     *
     * @param language en or zh
     */
    static RetrievalQuality unseen(SearchIndex index, String language) throws IOException, InterruptedException {
        return measured(index, "unseen-", question -> question.get("language").textValue().equals(language));
    }

    private static RetrievalQuality measured(SearchIndex index, String prefix, Predicate<JsonNode> which)
            throws IOException, InterruptedException {
        ObjectMapper json = new ObjectMapper();
        JsonNode passages = json.readTree(RetrievalQuality.class.getResource("/retrieval/" + prefix + "passages.json"));
        JsonNode asked = json.readTree(RetrievalQuality.class.getResource("/retrieval/" + prefix + "questions.json"));
        String collection = "quality:" + UUID.randomUUID();
        index.sync(collection, Pointer.ROOT, passages, counts -> { });
        RetrievalQuality quality = new RetrievalQuality();
        for (JsonNode question : asked) {
            if (!which.test(question)) {
                continue;
            }
            String answer = "/" + question.get("answer").textValue();
            quality.questions.add(question.get("question").textValue());
            for (SearchIndex.Rankings rankings : SearchIndex.Rankings.values()) {
                List<String> found = index.search(collection, Pointer.ROOT, question.get("question").textValue(), 20, rankings).stream()
                        .map(SearchIndex.Hit::jsonPath).toList();
                quality.ranks.computeIfAbsent(rankings, any -> new ArrayList<>()).add(found.indexOf(answer) + 1);
            }
        }
        index.keepOnly(collection, List.of());
        return quality;
    }

    /** Share of questions whose answer is among the first {@code most} hits. */
    public double hitAt(int most, SearchIndex.Rankings rankings) {
        return ranks.get(rankings).stream().filter(rank -> rank > 0 && rank <= most).count() / (double) questions.size();
    }

    /** Mean of 1 / rank. */
    public double meanReciprocalRank(SearchIndex.Rankings rankings) {
        return ranks.get(rankings).stream().mapToDouble(rank -> rank == 0 ? 0 : 1.0 / rank).average().orElseThrow();
    }

    /** The questions that a ranking misses among the first five, with the rank of the answer (0: not in 20) in all three. */
    public List<String> missed() {
        List<String> missed = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            int at = i;
            if (ranks.values().stream().anyMatch(rank -> rank.get(at) == 0 || rank.get(at) > 5)) {
                missed.add(questions.get(i) + ": hybrid " + ranks.get(SearchIndex.Rankings.HYBRID).get(i) + ", vector "
                        + ranks.get(SearchIndex.Rankings.VECTOR).get(i)
                        + ", keyword " + ranks.get(SearchIndex.Rankings.KEYWORD).get(i));
            }
        }
        return missed;
    }
}
