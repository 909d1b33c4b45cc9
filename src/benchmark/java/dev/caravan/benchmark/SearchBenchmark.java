package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.json.Pointer;
import dev.caravan.search.BenchmarkModel;
import dev.caravan.search.Chunker;
import dev.caravan.search.Gateway;
import dev.caravan.search.RetrievalQuality;
import dev.caravan.search.SearchIndex;
import dev.caravan.search.SyncCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What search is worth and costs, on an embedded Neo4j in this JVM: hit@5 of hybrid, vector and keyword; the speed of indexing 1 MB of text
 * beside that of the model alone; and the time of queries over 50,000 chunks of one scope with four callers, the query's embedding
 * included. Arguments: any of quality, index, query.
 */
public final class SearchBenchmark {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CHUNKS = 50_000;
    private static final int CALLERS = 4;
    private static final int QUERIES_EACH = 500;

    private SearchBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        List<String> parts = args.length == 0 ? List.of("quality", "index", "query") : Arrays.asList(args);
        try (BenchmarkModel model = new BenchmarkModel();
                Gateway real = new Gateway(model.local()).prepared(model.local());
                Gateway fast = new Gateway(model)) {
            if (parts.contains("quality")) {
                quality(real.index());
            }
            if (parts.contains("index")) {
                indexing(model, real.index());
            }
            if (parts.contains("query")) {
                queries(fast.index());
            }
        }
        System.exit(0);
    }

    private static void quality(SearchIndex index) throws Exception {
        RetrievalQuality quality = RetrievalQuality.measured(index);
        try (Table table = Table.of("Search tools: how often the right passage is found, Chinese and English", "ranking", "hit@1", "hit@5",
                "mean reciprocal rank")) {
            for (SearchIndex.Rankings rankings : SearchIndex.Rankings.values()) {
                table.row(rankings, quality.hitAt(1, rankings), quality.hitAt(5, rankings), quality.meanReciprocalRank(rankings));
            }
            table.note("Aim: hit@5 of hybrid at least 0.9, and above either ranking alone.");
        }
        quality.missed().forEach(missed -> System.out.println("  " + missed));
    }

    private static void indexing(BenchmarkModel model, SearchIndex index) throws Exception {
        List<String> sentences = sentences();
        Random random = new Random(1);
        ArrayNode documents = JSON.createArrayNode();
        for (int bytes = 0; bytes < 1_000_000; ) {
            StringBuilder document = new StringBuilder();
            while (document.length() < 8_000) {
                document.append(sentences.get(random.nextInt(sentences.size()))).append(random.nextInt(6) == 0 ? "\n\n" : " ");
            }
            bytes += document.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
            documents.add(document.toString());
        }
        List<String> chunks = new ArrayList<>();
        documents.forEach(document -> Chunker.cut(document.textValue()).chunks().stream().map(Chunker.Chunk::text).forEach(chunks::add));
        model.local().embedPassages(chunks.subList(0, 32));
        // in turns, since the machine is not ours alone
        double modelSeconds = 0;
        double indexSeconds = 0;
        for (int turn = 0; turn < 2; turn++) {
            long begin = System.nanoTime();
            model.local().embedPassages(chunks);
            modelSeconds += (System.nanoTime() - begin) / 1e9;
            String collection = "benchmark:" + UUID.randomUUID();
            begin = System.nanoTime();
            SyncCounts counts = index.sync(collection, Pointer.ROOT, documents, progress -> { });
            indexSeconds += (System.nanoTime() - begin) / 1e9;
            if (counts.indexed() != chunks.size()) {
                throw new IllegalStateException(counts.toString());
            }
            index.keepOnly(collection, List.of());
        }
        try (Table table = Table.of("Indexing 1 MB of text beside the model alone", "", "chunks", "model, chunks/s", "indexing, chunks/s",
                "ratio")) {
            table.row("1 MB", chunks.size(), 2 * chunks.size() / modelSeconds, 2 * chunks.size() / indexSeconds,
                    modelSeconds / indexSeconds);
            table.note("Aim: at least half of the model's speed.");
        }
    }

    private static void queries(SearchIndex index) throws Exception {
        List<String> sentences = sentences();
        Random random = new Random(2);
        ArrayNode items = JSON.createArrayNode();
        for (int i = 0; i < CHUNKS; i++) {
            StringBuilder text = new StringBuilder("No. " + i + ": ");
            while (text.length() < 300) {
                text.append(sentences.get(random.nextInt(sentences.size()))).append(' ');
            }
            items.add(text.substring(0, Math.min(text.length(), 900)));
        }
        String collection = "benchmark:" + UUID.randomUUID();
        long begin = System.nanoTime();
        SyncCounts counts = index.sync(collection, Pointer.parse("/items").orElseThrow(), items, progress -> { });
        double written = (System.nanoTime() - begin) / 1e9;
        List<String> questions = new ArrayList<>();
        JSON.readTree(SearchBenchmark.class.getResource("/retrieval/questions.json"))
                .forEach(question -> questions.add(question.get("question").textValue()));
        begin = System.nanoTime();
        index.search(collection, Pointer.ROOT, "first", 5);
        try (Table table = Table.of("Queries over " + CHUNKS + " chunks of one scope, " + CALLERS + " callers, embedding included", "",
                "queries", "p50 ms", "p99 ms", "slowest ms")) {
            table.note("%d chunks written in %.1f s without the model; the first query, which reads the vectors: %.0f ms.",
                    counts.indexed(), written, (System.nanoTime() - begin) / 1e6);
            for (int round = 0; round < 4; round++) {
                List<Double> millis = round(index, collection, questions);
                table.row(round == 0 ? "warm-up" : "round " + round, millis.size(), millis.get(millis.size() / 2),
                        millis.get(millis.size() * 99 / 100), millis.get(millis.size() - 1));
            }
            table.note("Aim: p99 under 150 ms.");
        }
        index.keepOnly(collection, List.of());
    }

    private static List<Double> round(SearchIndex index, String collection, List<String> questions) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<List<Double>>> running = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int from = caller;
            running.add(callers.submit(() -> {
                List<Double> millis = new ArrayList<>();
                for (int i = 0; i < QUERIES_EACH; i++) {
                    long begin = System.nanoTime();
                    int found = index.search(collection, Pointer.ROOT, questions.get((i + 7 * from) % questions.size()), 5).size();
                    millis.add((System.nanoTime() - begin) / 1e6);
                    if (found != 5) {
                        throw new IllegalStateException("found " + found);
                    }
                }
                return millis;
            }));
        }
        List<Double> all = new ArrayList<>();
        for (Future<List<Double>> caller : running) {
            all.addAll(caller.get());
        }
        callers.shutdown();
        return all.stream().sorted().toList();
    }

    private static List<String> sentences() throws Exception {
        List<String> sentences = new ArrayList<>();
        JSON.readTree(SearchBenchmark.class.getResource("/retrieval/passages.json")).forEach(passage ->
                sentences.addAll(Arrays.asList(passage.textValue().split("(?<=[。；])|(?<=[.;]) "))));
        return sentences;
    }
}
