package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code /actuator/prometheus} says, in Prometheus' text format, read by its rules. */
record Scrape(Map<String, String> types, Map<String, String> help, List<Sample> samples) {

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(?:,|$)");

    record Sample(String name, Map<String, String> labels, double value) {
    }

    static Scrape of(String text) {
        Scrape scrape = new Scrape(new LinkedHashMap<>(), new HashMap<>(), new ArrayList<>());
        for (String line : text.split("\n")) {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ");
                assertThat(scrape.types().put(words[2], words[3])).as("told twice: " + line).isNull();
            } else if (line.startsWith("# HELP ")) {
                scrape.help().put(line.split(" ")[2], line.split(" ", 4).length == 4 ? line.split(" ", 4)[3] : "");
            } else if (!line.isEmpty()) {
                scrape.samples().add(sample(line));
            }
        }
        return scrape;
    }

    private static Sample sample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        Map<String, String> labels = new LinkedHashMap<>();
        String rest = sample.group(2) == null ? "" : sample.group(2);
        while (!rest.isEmpty()) {
            Matcher label = LABEL.matcher(rest);
            assertThat(label.lookingAt()).as(line).isTrue();
            labels.put(label.group(1), label.group(2));
            rest = rest.substring(label.end());
        }
        return new Sample(sample.group(1), labels,
                Double.parseDouble(sample.group(3).replace("+Inf", "Infinity").replace("-Inf", "-Infinity")));
    }

    /** Labels come in pairs. */
    List<Sample> all(String name, String... labels) {
        return samples.stream().filter(sample -> sample.name().equals(name)).filter(sample -> {
            for (int i = 0; i < labels.length; i += 2) {
                if (!labels[i + 1].equals(sample.labels().get(labels[i]))) {
                    return false;
                }
            }
            return true;
        }).toList();
    }

    /** The sum of all that have these labels; 0 if there are none. */
    double value(String name, String... labels) {
        return all(name, labels).stream().mapToDouble(Sample::value).sum();
    }

    boolean has(String name, String... labels) {
        return !all(name, labels).isEmpty();
    }

    /** The values that a label has. */
    Set<String> values(String name, String label) {
        Set<String> values = new TreeSet<>();
        all(name).forEach(sample -> values.add(String.valueOf(sample.labels().get(label))));
        return values;
    }
}
