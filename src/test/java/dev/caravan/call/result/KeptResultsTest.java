package dev.caravan.call.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.envelope.NotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Results are kept for a while and within a budget, for their owners only. */
class KeptResultsTest {

    private static final byte[] KILOBYTE = new byte[1_000];

    private static String id(String uri) {
        return uri.substring(KeptResults.URI.length());
    }

    private static boolean has(KeptResults results, String uri, String owner) {
        try {
            return results.get(id(uri), owner).length > 0;
        } catch (NotFoundException e) {
            return false;
        }
    }

    @Test
    void resultBelongsToItsOwnerUntilItExpires() throws Exception {
        AtomicLong now = new AtomicLong();
        KeptResults results = new KeptResults(Duration.ofMinutes(1), 100_000, 50_000, now::get);
        String uri = results.keep("ada", KILOBYTE).orElseThrow();

        assertThat(results.get(id(uri), "ada")).isEqualTo(KILOBYTE);
        assertThatThrownBy(() -> results.get(id(uri), "bob")).isInstanceOf(NotFoundException.class)
                .hasMessageContaining("or is kept by another gateway. Call the tool again");
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThatThrownBy(() -> results.get(id(uri), "ada")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void callerWithManyResultsLosesItsOldest() {
        KeptResults results = new KeptResults(Duration.ofMinutes(1), 100_000, 5_000);
        String others = results.keep("bob", KILOBYTE).orElseThrow();
        List<String> own = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            own.add(results.keep("ada", KILOBYTE).orElseThrow());
        }

        assertThat(own).filteredOn(uri -> has(results, uri, "ada")).containsExactlyElementsOf(own.subList(7, 10));
        assertThat(has(results, others, "bob")).isTrue();
    }

    @Test
    void manyCallersTogetherStayWithinTheBudget() {
        KeptResults results = new KeptResults(Duration.ofMinutes(1), 10_000, 5_000);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(results.keep("caller" + i, KILOBYTE).orElseThrow());
        }

        for (int i = 0; i < 20; i++) {
            assertThat(has(results, all.get(i), "caller" + i)).as("result " + i).isEqualTo(i >= 14);
        }
    }

    @Test
    void aResultLargerThanTheLimitIsNotKept() {
        assertThat(new KeptResults(Duration.ofMinutes(1), 10_000, 1_000).keep("ada", KILOBYTE)).isEmpty();
        assertThat(new KeptResults(Duration.ofMinutes(1), 0, 0).keep("ada", new byte[1])).isEmpty();
    }
}
