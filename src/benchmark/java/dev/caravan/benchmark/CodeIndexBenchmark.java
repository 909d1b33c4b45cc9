package dev.caravan.benchmark;

import dev.caravan.TemporaryFolder;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * How long it takes to index many source files in five languages with the real model, in a JVM of 512 MB of heap beside a Neo4j of its own,
 * and to bring the index up to date after ten of them were changed. The first argument is how many files (default 10,000); {@code made-up}
 * as the second one spares the first build the model: its vectors mean nothing, those of what changes are the model's.
 */
public final class CodeIndexBenchmark {

    private static final List<String> WORDS = List.of("order", "price", "invoice", "customer", "stock", "ship", "parse", "token", "cache",
            "route", "merge", "index", "queue",
            "retry", "limit", "schema", "vector", "branch", "patient", "report", "ledger", "budget", "audit", "session", "header", "filter",
            "cursor", "batch", "lease", "graph");
    private static final int CHANGED = 10;

    private CodeIndexBenchmark() {
    }

    public static void main(String[] arguments) throws Exception {
        int files = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        Path root = TemporaryFolder.make("code-index-benchmark");
        long lines = 0;
        for (int i = 0; i < files; i++) {
            lines += write(root, i, 0);
        }
        try (ChildJvm child = ChildJvm.run(Child.class, SharedServers.get(ServerKind.NEO4J).address(), root.toString(),
                arguments.length > 1 ? arguments[1] : "")) {
            while (child.process().isAlive()) {
                child.process().waitFor(1, java.util.concurrent.TimeUnit.SECONDS);
            }
            String printed = child.printed();
            try (Table table = Table.of("Code index of " + files + " files in five languages, heap of 512 MB"
                    + (arguments.length > 1 ? ", vectors of the first build made up" : ""), "", "s")) {
                for (String line : printed.lines().filter(line -> line.startsWith("= ")).toList()) {
                    String[] cells = line.substring(2).split(": ", 2);
                    table.row(cells[0], cells[1]);
                }
                table.note("Aims: no OutOfMemoryError (%s), after 10 files were changed under 5 s. %d lines.",
                        printed.contains("OutOfMemory") ? "there was one" : "there was none", lines);
            }
            if (child.process().exitValue() != 0) {
                throw new IllegalStateException("The child ended with " + child.process().exitValue() + ", see " + child.output());
            }
        }
        System.exit(0);
    }

    /** Each has three or four functions that call others of its folder. */
    private static long write(Path root, int number, int version) throws IOException {
        Random random = new Random(number);
        String[] endings = {"java", "py", "js", "ts", "go"};
        String ending = endings[number % endings.length];
        Path file = root.resolve("part" + number / 100).resolve("unit_" + number + "." + ending);
        Files.createDirectories(file.getParent());
        StringBuilder text = new StringBuilder();
        if (ending.equals("java")) {
            text.append("package part").append(number / 100).append(";\n\n/** Keeps ").append(word(random)).append(" and ")
                    .append(word(random)).append(". */\nclass Unit").append(number).append(" {\n\n");
        } else if (ending.equals("go")) {
            text.append("package part").append(number / 100).append("\n\n");
        }
        int functions = 3 + random.nextInt(2);
        for (int i = 0; i < functions; i++) {
            text.append(function(ending, random, number, i, version));
        }
        if (ending.equals("java")) {
            text.append("}\n");
        }
        Files.writeString(file, text);
        return text.chars().filter(character -> character == '\n').count();
    }

    private static String function(String ending, Random random, int number, int i, int version) {
        String name = word(random) + "_" + word(random) + "_" + number + "_" + i;
        String what = "Takes the " + word(random) + " of a " + word(random) + " to its " + word(random);
        String sum = "first + " + (random.nextInt(100) + version);
        return switch (ending) {
            case "java" -> "    /** " + what + ". */\n    int " + name + "(int first) {\n        int second = " + sum
                    + ";\n        if (second > 10) {\n            return second;\n        }\n"
                        + "        return first * second;\n    }\n\n";
            case "py" -> "def " + name + "(first):\n    \"\"\"" + what + ".\"\"\"\n    second = " + sum
                    + "\n    if second > 10:\n        return second\n    return first * second\n\n\n";
            case "go" -> "// " + what + ".\nfunc " + name + "(first int) int {\n\tsecond := " + sum
                    + "\n\tif second > 10 {\n\t\treturn second\n\t}\n\treturn first * second\n}\n\n";
            default -> "// " + what + ".\nfunction " + name + "(first) {\n  const second = " + sum
                    + ";\n  if (second > 10) {\n    return second;\n  }\n  return first * second;\n}\n\n";
        };
    }

    private static String word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** The model, or vectors that mean nothing. */
    private static final class Switched implements Embedder {

        private final Embedder model;
        private volatile boolean real;

        Switched(Embedder model, boolean real) {
            this.model = model;
            this.real = real;
        }

        @Override
        public String model() {
            return model.model();
        }

        @Override
        public int dimensions() {
            return model.dimensions();
        }

        @Override
        public List<float[]> embedPassages(List<String> texts) throws InterruptedException {
            return real ? model.embedPassages(texts) : texts.stream().map(this::madeUp).toList();
        }

        private float[] madeUp(String text) {
            Random random = new Random(text.hashCode());
            float[] vector = new float[dimensions()];
            for (int i = 0; i < vector.length; i++) {
                vector[i] = (float) random.nextGaussian();
            }
            return vector;
        }

        @Override
        public float[] embedQuery(String query) throws InterruptedException {
            return model.embedQuery(query);
        }
    }

    /** The gateway's part, in a JVM of 512 MB. */
    static final class Child {

        public static void main(String[] arguments) throws Exception {
            Path root = Path.of(arguments[1]);
            Switched embedder = new Switched(new LocalEmbedder(LocalModel.ENGLISH, 32, 2), !arguments[2].equals("made-up"));
            try (CodeGateway gateway = new CodeGateway("benchmark" + System.nanoTime(), root, embedder, List.of(), Duration.ZERO,
                    Duration.ofSeconds(30), arguments[0])) {
                IndexState first = gateway.built();
                embedder.real = true;
                embedder.embedQuery("a word that has the model loaded");
                System.out.printf("= first build, %s, %d chunks, %d symbols: %.1f%n", first.phase(), first.chunks(), first.symbols(),
                        first.durationMs() / 1000.0);
                System.out.printf("= heap at most, MB of %d: %d%n", Runtime.getRuntime().maxMemory() >> 20, peak() >> 20);
                IndexState again = gateway.built();
                System.out.printf("= nothing changed: %.2f%n", again.durationMs() / 1000.0);
                for (int i = 0; i < CHANGED; i++) {
                    write(root, i * 997, 1);
                }
                long begun = System.nanoTime();
                gateway.built();
                System.out.printf("= %d files changed, until they can be found: %.2f%n", CHANGED, (System.nanoTime() - begun) / 1e9);
                gateway.builds.clear(gateway.workspace);
            }
            System.exit(0);
        }

        private static long peak() {
            return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                    .map(MemoryPoolMXBean::getPeakUsage)
                    .mapToLong(usage -> usage.getUsed()).sum();
        }
    }
}
