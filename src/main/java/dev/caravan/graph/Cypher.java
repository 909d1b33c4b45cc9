package dev.caravan.graph;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.observe.Family;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.RetryableException;
import org.springframework.stereotype.Component;

/**
 * Runs the Cypher in the variable {@code cypher} in one round trip and one transaction, with the body's members as parameters. The body
 * becomes the list of records.
 *
 * <p>Where Cypher allows no parameter, the text has a placeholder, which is filled from the white list or with a small number: {@code
 * <label>}, {@code <type>} (the argument with that name); {@code <labels>}, {@code <types>} (the arguments with that name, or all allowed
 * ones); {@code <key>} (the argument {@code property}); {@code <seek>} (finds the node {@code m} by that property's index, since the
 * planner may take the index for empty and scan it); {@code <maxDepth>}; {@code <fitting LIST>} (the first nodes or relationships of a
 * list, as many as a call may read); {@code <relationship>} (finds the relationship {@code r} from {@code a} to {@code b} with the id
 * {@code $id}, by the index of its type).
 *
 * <p>A transaction ends with the remaining time of {@code caravan.neo4j.timeout}. Within it, a transaction is repeated after a deadlock.
 */
@Component("cypher")
@Family.On(Family.GRAPH)
public class Cypher {

    private static final Pattern PLACE = Pattern.compile("<(\\w+)(?: (\\w+))?>");

    /** Size of a node or a relationship: a constant for each property, plus the length of its text or of the texts in its list. */
    private static final String SIZE = "reduce(sum = 64, key IN keys(it) | sum + 32 + size(key) + coalesce(size(toStringOrNull(it[key])),"
            + " reduce(texts = 0, item IN it[key] | texts + 16 + coalesce(size(toStringOrNull(item)), 0))))";
    private static final int MOST_HOPS = 6;
    /** A node that a query found was deleted before the query used it; the next attempt does not find it. */
    private static final String VANISHED = "Neo.ClientError.Statement.EntityNotFound";

    private final Driver driver;
    private final WhiteList whiteList;
    private final String database;
    private final Duration timeout;
    private final Counter retries;
    private final long mostRead;

    Cypher(Driver driver, WhiteList whiteList, Neo4jProperties properties, AnswerSize sizes, MeterRegistry metrics) {
        this.mostRead = sizes.mostRead();
        this.retries = Counter.builder("caravan.neo4j.retries").description("Transactions that were repeated, for example after a deadlock")
                .register(metrics);
        this.driver = driver;
        this.whiteList = whiteList;
        this.database = properties.database();
        this.timeout = properties.timeout();
    }

    public List<Map<String, Object>> read(@Variable("cypher") String text, @Body Map<String, Object> arguments)
            throws ToolException, InterruptedException {
        return run(AccessMode.READ, text, arguments);
    }

    public List<Map<String, Object>> write(@Variable("cypher") String text, @Body Map<String, Object> arguments)
            throws ToolException, InterruptedException {
        return run(AccessMode.WRITE, text, arguments);
    }

    private List<Map<String, Object>> run(AccessMode mode, String text, Map<String, Object> arguments)
            throws ToolException, InterruptedException {
        String query = fill(text, arguments);
        Map<String, Object> parameters = GraphValues.parameters(arguments);
        SessionConfig config = SessionConfig.builder().withDatabase(database).withDefaultAccessMode(mode).build();
        long end = System.nanoTime() + timeout.toNanos();
        for (int attempt = 1; ; attempt++) {
            Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000));
            try (Session session = driver.session(config)) {
                return session.run(query, parameters, TransactionConfig.builder().withTimeout(left).build()).list(Record::asMap);
            } catch (Neo4jException e) {
                long pause = TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(10L << Math.min(attempt, 3)));
                if (!worthAnotherTry(e, mode) || System.nanoTime() + pause >= end) {
                    throw e;
                }
                retries.increment();
                TimeUnit.NANOSECONDS.sleep(pause);
            }
        }
    }

    /** After a lost connection it is unknown whether a write succeeded, so only reads are repeated then. */
    private static boolean worthAnotherTry(Neo4jException e, AccessMode mode) {
        return VANISHED.equals(e.code())
                || e instanceof RetryableException
                        && (mode == AccessMode.READ || e.code() != null && e.code().startsWith("Neo.TransientError."));
    }

    String fill(String text, Map<String, Object> arguments) throws ToolException {
        Matcher places = PLACE.matcher(text);
        StringBuilder query = new StringBuilder();
        while (places.find()) {
            places.appendReplacement(query,
                    Matcher.quoteReplacement(places.group(2) == null ? fragment(places.group(1), arguments) : fitting(places.group(2))));
        }
        return places.appendTail(query).toString();
    }

    /** Makes a union, since over several types at once Neo4j may scan instead of using their indexes. */
    private String relationship() {
        return whiteList.types().stream()
                .map(type -> "MATCH (a)-[r:`" + type + "` {id: $id}]->(b) USING INDEX SEEK r:`" + type + "`(id) RETURN a, r, b")
                .collect(Collectors.joining(" UNION ALL ", "CALL { ", " }"));
    }

    private String fitting(String list) {
        return "reduce(taken = {left: " + mostRead + ", kept: []}, one IN [it IN " + list + " | {it: it, size: " + SIZE
                + "}] | CASE WHEN taken.left < one.size"
                + " THEN {left: -1, kept: taken.kept} ELSE {left: taken.left - one.size, kept: taken.kept + [one.it]} END).kept";
    }

    private Optional<String> indexed(Map<String, Object> arguments) {
        return whiteList.indexed(String.valueOf(arguments.get("property")));
    }

    private String fragment(String place, Map<String, Object> arguments) throws ToolException {
        Object given = arguments.get(place);
        return switch (place) {
            case "label" -> whiteList.label(String.valueOf(given));
            case "type" -> whiteList.type(String.valueOf(given));
            case "labels" -> whiteList.labels((Collection<?>) given);
            case "types" -> whiteList.types((Collection<?>) given);
            case "key" -> indexed(arguments).map(key -> "." + key).orElse("[$property]");
            case "seek" -> indexed(arguments).isPresent()
                    ? "USING INDEX SEEK m:" + fragment("label", arguments) + "(" + indexed(arguments).get() + ")" : "";
            case "maxDepth" -> String.valueOf(Math.max(1, Math.min(((Number) given).intValue(), MOST_HOPS)));
            case "relationship" -> relationship();
            default -> throw new IllegalArgumentException("Unknown placeholder <" + place + "> in the Cypher of a route");
        };
    }

    /** Converts values between JSON and Neo4j, which has 64-bit integers and floats. Refuses values that would lose digits. */
    static final class GraphValues {

        private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);
        private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

        private GraphValues() {
        }

        static Map<String, Object> parameters(Map<?, ?> arguments) throws InvalidArgumentException {
            Map<String, Object> parameters = new LinkedHashMap<>();
            for (Map.Entry<?, ?> argument : arguments.entrySet()) {
                String name = String.valueOf(argument.getKey());
                parameters.put(name, parameter(name, argument.getValue()));
            }
            return parameters;
        }

        private static Object parameter(String name, Object value) throws InvalidArgumentException {
            if (value instanceof Map<?, ?> map) {
                return parameters(map);
            }
            if (value instanceof List<?> list) {
                List<Object> items = new ArrayList<>(list.size());
                for (Object item : list) {
                    items.add(parameter(name, item));
                }
                return list.stream().anyMatch(BigDecimal.class::isInstance) ? asFloats(name, items) : items;
            }
            if (value instanceof BigInteger integer) {
                if (integer.compareTo(SMALLEST) < 0 || integer.compareTo(LARGEST) > 0) {
                    throw inexact(name, value);
                }
                return integer.longValue();
            }
            if (value instanceof BigDecimal decimal) {
                double number = decimal.doubleValue();
                if (!Double.isFinite(number) || new BigDecimal(Double.toString(number)).compareTo(decimal) != 0) {
                    throw inexact(name, value);
                }
                return number;
            }
            return value;
        }

        /** Converts a list to floats if it contains one, since a list in Neo4j has one type. */
        private static List<Object> asFloats(String name, List<Object> items) throws InvalidArgumentException {
            List<Object> floats = new ArrayList<>(items.size());
            for (Object item : items) {
                if (item instanceof Long || item instanceof Integer) {
                    long integer = ((Number) item).longValue();
                    if ((long) (double) integer != integer) {
                        throw inexact(name, item);
                    }
                    floats.add((double) integer);
                } else {
                    floats.add(item);
                }
            }
            return floats;
        }

        private static InvalidArgumentException inexact(String name, Object value) {
            String shown = String.valueOf(value);
            return new InvalidArgumentException(Text.of("graph.inexact", name,
                    shown.length() <= 40 ? shown : shown.substring(0, 40) + "…"));
        }

        /** Converts values of other software to text: times, durations and points; bytes as base64. */
        static Object json(Object value) {
            if (value == null || value instanceof String || value instanceof Boolean || value instanceof Long || value instanceof Integer) {
                return value;
            }
            if (value instanceof Double number) {
                return Double.isFinite(number) ? number : String.valueOf(number);
            }
            if (value instanceof List<?> list) {
                return list.stream().map(GraphValues::json).toList();
            }
            if (value instanceof byte[] bytes) {
                return Base64.getEncoder().encodeToString(bytes);
            }
            return String.valueOf(value);
        }
    }
}
