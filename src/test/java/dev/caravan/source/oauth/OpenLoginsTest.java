package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that asks for other scopes at each request keeps at most three logins of one user open, and those of nobody else. */
@Tag("full")
class OpenLoginsTest extends LoginServerTest {

    @Test
    void newestChallengesReplaceTheOldest() throws Exception {
        LoginNeededException ofBob = server.begin("bob");
        List<LoginNeededException> ofAda = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ofAda.add(server.begin("ada", Set.of("scope" + i)));
        }

        assertThat(ofAda.stream().filter(server.logins::isOpen)).containsExactlyElementsOf(ofAda.subList(17, 20));
        assertThat(server.logins.isOpen(ofBob)).isTrue();
    }

    @Test
    void sameChallengesKeepTheirLogins() throws Exception {
        List<String> begun = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            begun.add(server.begin("ada", Set.of("scope" + i % 3)).url());
        }

        assertThat(begun.subList(3, 9)).containsExactly(begun.get(0), begun.get(1), begun.get(2), begun.get(0), begun.get(1), begun.get(2));
    }

    @Test
    void callsAtTheSameTimeBeginOneLogin() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            Callable<String> call = () -> server.begin("ada").url();
            Set<String> begun = new HashSet<>();
            for (Future<String> url : callers.invokeAll(Collections.nCopies(8, call))) {
                begun.add(url.get());
            }
            assertThat(begun).hasSize(1);
        } finally {
            callers.shutdownNow();
        }
    }
}
