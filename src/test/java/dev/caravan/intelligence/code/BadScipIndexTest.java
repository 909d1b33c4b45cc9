package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import dev.caravan.TemporaryFolder;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An index that is broken, truncated or huge is not used at all, and says why. */
@Tag("full")
@Timeout(60)
class BadScipIndexTest {

    private final Path root = TemporaryFolder.make("caravan-bad-scip");
    private final Path file = root.resolve("index.scip");
    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        whole = ScipSnapshot.of("shop.txt").bytes();
        Files.write(file, whole);
    }

    private ScipIndex read() {
        return ScipIndex.of(file, root, ScipIndex.NONE);
    }

    private void isNotUsed(byte[] bytes, String why) throws IOException {
        Files.write(file, bytes);
        assertThat(read().problem()).contains(why);
        assertThat(read().digest("src/store.ts")).isEmpty();
        assertThat(read().document("src/store.ts")).isNull();
    }

    @Test
    void truncatedIndexIsNotUsed() throws IOException {
        assertThat(read().problem()).isNull();
        assertThat(read().digest("src/store.ts")).hasSize(64);
        isNotUsed(Arrays.copyOf(whole, whole.length - 1), "broken");
        isNotUsed(Arrays.copyOf(whole, whole.length / 2), "broken");
        isNotUsed(new byte[0], "no documents");
    }

    @Test
    void brokenIndexIsNotUsed() throws IOException {
        isNotUsed("This is no index.".repeat(50).getBytes(), "broken");
        isNotUsed("{}".getBytes(), "broken");
        byte[] damaged = whole.clone();
        damaged[whole.length - 20] = (byte) 0xFF;
        isNotUsed(damaged, "broken");
    }

    @Test
    void randomBytesNeverEndInAnotherFailure() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = whole.clone();
            for (int times = random.nextInt(1, 6); times > 0; times--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(file, damaged);
            ScipIndex index = read();
            assertThat(index.problem() == null || index.places().isEmpty()).isTrue();
        }
    }

    @Test
    void fiveMillionOccurrencesAreTooMany() throws IOException {
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        document.writeBytes(ScipSnapshot.field(1, "src/store.ts"));
        byte[] occurrence = {2 << 3 | 2, 8, 1 << 3 | 2, 3, 0, 1, 1, 2 << 3 | 2, 1, 'x'};
        for (int i = 0; i < 100_000; i++) {
            document.writeBytes(occurrence);
        }
        try (OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(file))) {
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            for (int i = 0; i < 50; i++) {
                out.writeByteArray(2, document.toByteArray());
            }
            out.flush();
        }
        assertThat(read().problem()).contains("2000000 occurrences");
        for (int i = 0; i < 200_001; i++) {
            document.writeBytes(occurrence);
        }
        isNotUsed(ScipSnapshot.field(2, document.toString(StandardCharsets.ISO_8859_1)), "one file has more than");
    }

    @Test
    void linkOrMissingFileIsNotUsed() throws IOException {
        Path other = TemporaryFolder.make("caravan-other-scip").resolve("index.scip");
        Files.write(other, whole);
        Files.delete(file);
        assertThat(read()).isEqualTo(ScipIndex.NONE);
        assertThat(ScipIndex.of(root.resolve("named.scip"), root, ScipIndex.NONE).problem()).contains("not readable");
        Files.createSymbolicLink(file, other);
        assertThat(read().problem()).contains("not a regular file");
    }

    @Test
    void indexThatChangesWhileItIsReadIsNotMixed() throws IOException {
        ScipIndex before = read();
        byte[] shifted = new byte[whole.length + 2];
        System.arraycopy(whole, 0, shifted, 2, whole.length);
        Files.write(file, shifted);
        assertThat(before.document("src/store.ts")).isNull();
        Files.write(file, whole);
        assertThat(before.document("src/store.ts")).isNotNull();
    }

    @Test
    void pathsAreRelativeToTheFolderOfAnIndexInTheWorkspace() throws IOException {
        Path inner = Files.createDirectories(root.resolve("web/x")).resolve("it.scip");
        Files.write(inner, whole);
        assertThat(ScipIndex.of(inner, root, ScipIndex.NONE).digest("web/x/src/store.ts")).isEqualTo(read().digest("src/store.ts"));
        assertThat(ScipIndex.of(inner, root.resolve("src"), ScipIndex.NONE).digest("src/store.ts"))
                .isEqualTo(read().digest("src/store.ts"));
    }
}
