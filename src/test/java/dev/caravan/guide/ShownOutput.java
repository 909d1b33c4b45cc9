package dev.caravan.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Holds an output that a page shows against the real one. {@code …} is anything. What differs in each run is compared by its kind; the
 * page's commands then get the real value where they have the shown one.
 */
final class ShownOutput {

    /** Kinds of values that differ in each run: ids, trace ids, hashes, times, keys of instances, ports, durations, numbers of routes. */
    private static final List<Pattern> VOLATILE = List.of(Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
            Pattern.compile("(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])"),
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z"), Pattern.compile("cvn_[\\w-]{43}"),
            Pattern.compile("(?<=127\\.0\\.0\\.1:)\\d+"),
            Pattern.compile("\\d+(?:\\.\\d+)?(?= ?m?s\\b)"), Pattern.compile("\\d+(?= (?:files|routes)\\b)|(?<=\\broutes=)\\d+"));
    /** Members whose numbers differ in each run, or with each change of the indexed code. */
    private static final Set<String> NUMBERS = Set.of("tookMs", "duration_ms", "query_time_ms", "files", "symbols", "calls", "chunks",
            "keyword_candidates", "embedding_candidates", "graph_candidates",
            "token_count", "generated", "line", "line_start", "line_end", "routes");
    private static final Set<String> NAMES = Set.of("taskId", "requestState");
    /** The first so many kinds are of values that a page's later commands have again. */
    private static final int IDS = 5;
    private static final double NEAR = 0.02;

    private final Map<String, String> real = new HashMap<>();
    /** Of the comparison that runs; they count when it succeeds. */
    private final Map<String, String> found = new HashMap<>();

    /** The command with the values that this run had. */
    String told(String command) {
        String told = command;
        for (Map.Entry<String, String> value : real.entrySet()) {
            told = told.replace(value.getKey(), value.getValue());
        }
        return told;
    }

    /** What of the shown output isn't in the actual one. */
    List<String> missing(String shown, String actual) {
        List<JsonNode> trees = new ArrayList<>();
        ShownJson.values(actual).forEach(value -> addAll(value, trees));
        return ShownJson.values(shown).stream()
                .filter(expected -> expected.isTextual() ? !lineIs(expected.asText(), actual)
                        : trees.stream().noneMatch(tree -> equal(expected, tree)))
                .map(JsonNode::toString).toList();
    }

    private boolean equal(JsonNode shown, JsonNode actual) {
        found.clear();
        boolean equal = is("", shown, actual);
        if (equal) {
            found.forEach(real::putIfAbsent);
        }
        return equal;
    }

    private static void addAll(JsonNode tree, List<JsonNode> trees) {
        trees.add(tree);
        tree.forEach(child -> addAll(child, trees));
    }

    private boolean lineIs(String shown, String actual) {
        Matcher line = like(shown).matcher(actual);
        if (!line.find()) {
            return false;
        }
        found.clear();
        remember(shown, line.group());
        found.forEach(real::putIfAbsent);
        return true;
    }

    private boolean is(String name, JsonNode shown, JsonNode actual) {
        if (shown.isTextual()) {
            boolean same = actual.isTextual() && (NAMES.contains(name) || like(shown.asText()).matcher(actual.asText()).matches());
            if (same) {
                remember(shown.asText(), actual.asText());
                if (NAMES.contains(name)) {
                    found.put(shown.asText(), actual.asText());
                }
            }
            return same || shown.asText().equals(ShownJson.MORE);
        }
        if (shown.isNumber() && actual.isNumber()) {
            return NUMBERS.contains(name) || Math.abs(shown.doubleValue() - actual.doubleValue()) <= (shown.isIntegralNumber() ? 0 : NEAR);
        }
        if (shown.isObject() && actual.isObject()) {
            return (shown.has(ShownJson.MORE) || shown.size() == actual.size()) && shown.properties().stream()
                    .allMatch(member -> member.getKey().equals(ShownJson.MORE)
                            || actual.has(member.getKey()) && is(member.getKey(), member.getValue(), actual.get(member.getKey())));
        }
        return shown.isArray() && actual.isArray() ? items(name, shown, actual) : shown.equals(actual);
    }

    private boolean items(String name, JsonNode shown, JsonNode actual) {
        List<JsonNode> all = StreamSupport.stream(shown.spliterator(), false).toList();
        int gap = all.stream().map(JsonNode::asText).toList().indexOf(ShownJson.MORE);
        if (gap < 0 ? all.size() != actual.size() : all.size() - 1 > actual.size()) {
            return false;
        }
        for (int i = 0; i < all.size(); i++) {
            if (i != gap && !is(name, all.get(i), actual.get(gap >= 0 && i > gap ? actual.size() - all.size() + i : i))) {
                return false;
            }
        }
        return true;
    }

    /** A pattern of the text, for any values of the same kinds. */
    private static Pattern like(String shown) {
        return Pattern.compile(Pattern.compile("…").splitAsStream(shown).map(ShownOutput::likePart).collect(Collectors.joining(".*?"))
                + (shown.endsWith("…") ? ".*" : ""), Pattern.DOTALL);
    }

    private static String likePart(String shown) {
        for (Pattern kind : VOLATILE) {
            Matcher value = kind.matcher(shown);
            if (value.find()) {
                return likePart(shown.substring(0, value.start())) + "(?:" + kind.pattern() + ")" + likePart(shown.substring(value.end()));
            }
        }
        return Pattern.quote(shown);
    }

    private void remember(String shown, String actual) {
        for (Pattern kind : VOLATILE.subList(0, IDS)) {
            List<String> of = kind.matcher(actual).results().map(java.util.regex.MatchResult::group).toList();
            List<String> in = kind.matcher(shown).results().map(java.util.regex.MatchResult::group).toList();
            for (int i = 0; in.size() == of.size() && i < in.size(); i++) {
                found.put(in.get(i), of.get(i));
            }
        }
    }
}
