package dev.caravan.mcp.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.GatewayTest;
import dev.caravan.mcp.fuzz.RawConnection.Response;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;

/**
 * Requests of every method and both eras, with bodies and headers that were tampered with: each is answered, no answer of the server's own
 * fault lacks its JSON-RPC error, none says what it must not, and the heap stays as it was. {@code -Dcaravan.fuzz=100000} sends that many.
 */
@Tag("nightly")
class FuzzTest extends GatewayTest {

    private static final int REQUESTS = Integer.getInteger("caravan.fuzz", 20_000);
    private static final int CONNECTIONS = 4;
    private static final long SEED = 20261122;
    private static final long MOST_GROWTH = 64L << 20;
    private static final Pattern LEAK = Pattern.compile(
            "\\tat |Exception|org\\.apache\\.camel|io\\.undertow|java\\.(lang|util|io)\\.|dev\\.caravan\\.|jdbc:|mongodb://|bolt://");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Autowired
    private ConfigurableEnvironment environment;

    @Test
    void everyInputIsAnsweredWithoutInternals() throws Exception {
        Set<String> secrets = secrets();
        Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
        send(REQUESTS / 5, SEED, secrets, statuses);
        long before = heap();

        send(REQUESTS - REQUESTS / 5, SEED + CONNECTIONS, secrets, statuses);

        long growth = heap() - before;
        System.out.printf("%d requests, answers by status %s, heap grew by %,d bytes from %,d%n", REQUESTS, statuses, growth, before);
        assertThat(growth).isLessThan(MOST_GROWTH);
        assertThat(statuses.get(200).sum()).as("of them are valid still, so that more than the reader of JSON is tried")
                .isGreaterThan(REQUESTS / 10);
    }

    private static void send(int requests, long seed, Set<String> secrets, Map<Integer, LongAdder> statuses) throws Exception {
        List<RawRequest> corpus = RawRequest.corpus();
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                Mutator mutator = new Mutator(seed + i, corpus);
                running.add(threads.submit(() -> {
                    try (RawConnection connection = new RawConnection(port())) {
                        for (int n = 0; n < requests / CONNECTIONS; n++) {
                            RawRequest request = mutator.next();
                            Response response = connection.send(request);
                            statuses.computeIfAbsent(response.status(), none -> new LongAdder()).increment();
                            check(request, response, secrets);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void check(RawRequest request, Response response, Set<String> secrets) {
        String shown = request + "\n-> " + response;
        String body = response.body();
        if (response.status() >= 500) {
            assertThat(error(body)).as(shown).isTrue();
        }
        if (response.type().startsWith("application/json") && !body.isEmpty()) {
            assertThat(isJson(body)).as(shown).isTrue();
        }
        assertThat(body).as(shown).doesNotContain("-32603").doesNotContain("INTERNAL_ERROR").doesNotContain("DB_ERROR");
        assertThat(LEAK.matcher(body).find()).as(shown).isFalse();
        secrets.forEach(secret -> assertThat(body).as(shown).doesNotContain(secret));
    }

    private static boolean isJson(String body) {
        try {
            return JSON.readTree(body) != null;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static boolean error(String body) {
        try {
            JsonNode answer = JSON.readTree(body);
            return answer.path("jsonrpc").asText().equals("2.0") && answer.at("/error/code").isInt();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** The values of all settings that are named like secrets, apart from the embedded PostgreSQL's, which is its name. */
    private Set<String> secrets() {
        Set<String> secrets = new HashSet<>();
        environment.getPropertySources().stream().filter(EnumerablePropertySource.class::isInstance)
                .map(EnumerablePropertySource.class::cast)
                .flatMap(source -> List.of(source.getPropertyNames()).stream())
                .filter(name -> name.toLowerCase().matches("caravan\\..*(password|secret|token|key)"))
                .map(environment::getProperty).filter(value -> value != null && value.length() > 5 && !value.equals("postgres"))
                .forEach(secrets::add);
        return secrets;
    }

    private static long heap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(300);
            least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
