package dev.caravan.call.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.envelope.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reads of kept results have limits: how many are parsed at a time, and how large an item may be. */
class ResultPagesTest {

    private final KeptResults results = new KeptResults(Duration.ofMinutes(1), 1_000_000, 1_000_000);

    private String kept(String json) {
        return results.keep("ada", json.getBytes(StandardCharsets.UTF_8)).orElseThrow().substring(KeptResults.URI.length());
    }

    @Test
    void fewResultsAreParsedAtATime() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ObjectMapper slow = new ObjectMapper() {
            @Override
            public JsonNode readTree(byte[] json) throws IOException {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                try {
                    Thread.sleep(30);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                } finally {
                    running.decrementAndGet();
                }
                return super.readTree(json);
            }
        };
        ResultPages pages = new ResultPages(results, slow, 3);
        String id = kept("[1,2,3]");
        ExecutorService readers = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<Integer>> reads = IntStream.range(0, 16)
                    .mapToObj(n -> CompletableFuture.supplyAsync(() -> total(pages, id), readers)).toList();

            assertThat(reads).allSatisfy(read -> assertThat(read.join()).isEqualTo(3));
            assertThat(most).hasValue(2);
        } finally {
            readers.shutdownNow();
        }
    }

    @Test
    void oneCallerDoesNotTakeEveryPlace() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        Set<Thread> slow = ConcurrentHashMap.newKeySet();
        ObjectMapper mapper = new ObjectMapper() {
            @Override
            public JsonNode readTree(byte[] json) throws IOException {
                try {
                    if (slow.contains(Thread.currentThread())) {
                        entered.countDown();
                        open.await();
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return super.readTree(json);
            }
        };
        ResultPages pages = new ResultPages(results, mapper, 2);
        String ada = kept("[1]");
        String bob = results.keep("bob", "[1,2]".getBytes(StandardCharsets.UTF_8)).orElseThrow().substring(KeptResults.URI.length());
        ExecutorService readers = Executors.newFixedThreadPool(4);
        try {
            List<CompletableFuture<Integer>> reads = IntStream.range(0, 4).mapToObj(n -> CompletableFuture.supplyAsync(() -> {
                slow.add(Thread.currentThread());
                return total(pages, ada);
            }, readers)).toList();
            entered.await();

            assertThat(CompletableFuture.supplyAsync(() -> {
                try {
                    return pages.read(bob, null, null, "bob").get("total").asInt();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }).get(10, TimeUnit.SECONDS)).isEqualTo(2);
            open.countDown();
            assertThat(reads).allSatisfy(read -> assertThat(read.join()).isEqualTo(1));
        } finally {
            readers.shutdownNow();
        }
    }

    private static int total(ResultPages pages, String id) {
        try {
            return pages.read(id, null, null, "ada").get("total").asInt();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anItemLargerThanAPageIsRefusedWithItsSize() throws Exception {
        ResultPages pages = new ResultPages(results, new ObjectMapper());
        String id = kept("[\"a\",{\"text\":\"" + "x".repeat(150_000) + "\"},\"b\"]");

        JsonNode first = pages.read(id, null, null, "ada");
        assertThat(first.get("data").toString()).isEqualTo("[\"a\"]");
        assertThat(first.get("next").asText()).endsWith("offset=1");
        assertThatThrownBy(() -> pages.read(id, "1", null, "ada")).isInstanceOf(ToolException.class)
                .hasMessageContaining("Item 1 has 150011 bytes").hasMessageContaining("?offset=2");
        assertThat(pages.read(id, "2", null, "ada").get("data").toString()).isEqualTo("[\"b\"]");
        assertThat(pages.read(id, null, "[1].text", "ada").get("text").asText()).startsWith("\"xxx");
    }

    @Test
    void aListOfOneLargeItemIsReadInParts() throws Exception {
        ResultPages pages = new ResultPages(results, new ObjectMapper());
        String json = "[{\"text\":\"" + "é🚲x".repeat(30_000) + "\"}]";
        String id = kept("{\"data\":" + json + ",\"count\":1}");

        StringBuilder text = new StringBuilder();
        JsonNode page = pages.read(id, null, null, "ada");
        for (; page.has("next"); page = pages.read(id, page.get("next").asText().replaceFirst(".*offset=", ""), null, "ada")) {
            text.append(page.get("text").asText());
        }
        assertThat(text + page.get("text").asText()).isEqualTo(json);
    }
}
