package dev.caravan.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalEmbedderTest {

    private LocalEmbedder embedder;

    @BeforeAll
    void create() {
        embedder = new LocalEmbedder(8, 2);
    }

    @AfterAll
    void close() throws Exception {
        embedder.close();
    }

    @Test
    void similarMeaningsAreNear() throws Exception {
        List<float[]> vectors = embedder.embedPassages(List.of("如何重置密码", "忘记密码怎么办", "今天天气很好", "how to reset my password"));

        assertThat(Vector.dot(vectors.get(0), vectors.get(1))).isGreaterThan(Vector.dot(vectors.get(0), vectors.get(2)) + 0.3f);
        assertThat(Vector.dot(vectors.get(0), vectors.get(3))).isGreaterThan(Vector.dot(vectors.get(2), vectors.get(3)));
        for (float[] vector : vectors) {
            assertThat(vector).hasSize(512);
            assertThat(Vector.dot(vector, vector)).isCloseTo(1, within(1e-4f));
        }
    }

    @Test
    void vectorDoesNotDependOnTheBatch() throws Exception {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            texts.add("第" + i + "条 clause " + i);
        }

        List<float[]> together = embedder.embedPassages(texts);

        for (int i = 0; i < texts.size(); i++) {
            assertThat(together.get(i)).containsExactly(embedder.embedPassages(List.of(texts.get(i))).get(0));
        }
    }

    @Test
    void anyTextHasAVector() throws Exception {
        Random random = new Random(5);
        List<String> texts = new ArrayList<>(List.of("\u200b", "\0", "\ufeff", "\u0301", "👨‍👩‍👧", "[CLS]", "[SEP][PAD]", "#",
                "\u200b".repeat(1_000), "😀".repeat(1_000)));
        for (int i = 0; i < 30; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(60); length > 0; length--) {
                int codePoint = random.nextInt(0x110000);
                text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? 'x' : codePoint);
            }
            texts.add(text.toString());
        }

        for (float[] vector : embedder.embedPassages(texts)) {
            assertThat(Vector.dot(vector, vector)).isCloseTo(1, within(1e-4f));
        }
    }

    @Test
    @Timeout(60)
    void interruptEndsTheCallBeforeTheNextBatch() throws Exception {
        embedder.embedQuery("warm");
        CountDownLatch ended = new CountDownLatch(1);
        Thread caller = new Thread(() -> {
            try {
                embedder.embedPassages(Collections.nCopies(1_000_000, "很长的文字".repeat(100)));
            } catch (InterruptedException e) {
                ended.countDown();
            }
        });
        caller.start();
        caller.interrupt();

        ended.await();
        assertThat(embedder.embedPassages(List.of("next"))).hasSize(1);
    }

    @Test
    void closedModelSaysSo() throws Exception {
        LocalEmbedder closed = new LocalEmbedder(8, 2);
        closed.embedQuery("x");
        closed.close();

        assertThatThrownBy(() -> closed.embedQuery("x")).isInstanceOf(EmbeddingException.class).hasMessageContaining("closed");
    }
}
