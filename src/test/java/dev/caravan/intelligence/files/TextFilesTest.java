package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** A text file comes with its bytes and hash; binary, large, blank and unreadable files are skipped. */
class TextFilesTest extends ReadFileTest {

    @Test
    void textHasItsSizeAndHash() throws IOException {
        TextFiles.ReadFile.Text text = (TextFiles.ReadFile.Text) read("a.txt", "abc".getBytes(StandardCharsets.UTF_8));

        assertThat(text.text()).isEqualTo("abc");
        assertThat(text.utf8()).isEqualTo(new byte[] {'a', 'b', 'c'});
        assertThat(text.hash()).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void lineEndsAreKeptAndAByteOrderMarkIsRemoved() throws IOException {
        TextFiles.ReadFile.Text text = (TextFiles.ReadFile.Text) read("a.txt", "\uFEFF第一行\r\n😀\r\nlast".getBytes(StandardCharsets.UTF_8));

        assertThat(text.text()).isEqualTo("第一行\r\n😀\r\nlast");
        assertThat(text.utf8()).isEqualTo(text.text().getBytes(StandardCharsets.UTF_8));
        assertThat(text.hash()).isNotEqualTo(((TextFiles.ReadFile.Text) read("b.txt", text.utf8())).hash());
    }

    @Test
    void otherContentIsBinary() throws IOException {
        assertThat(reason("a.png", new byte[] {'P', 'N', 'G', 0, 1})).isEqualTo(TextFiles.SkipReason.BINARY);
        assertThat(reason("latin1.txt", "Stra\u00dfe".getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(TextFiles.SkipReason.BINARY);
        assertThat(reason("gb.txt", "中文".getBytes("GB18030"))).isEqualTo(TextFiles.SkipReason.BINARY);
        assertThat(reason("utf16.txt", "text".getBytes(StandardCharsets.UTF_16))).isEqualTo(TextFiles.SkipReason.BINARY);
        assertThat(reason("surrogate.txt", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})).isEqualTo(TextFiles.SkipReason.BINARY);
        assertThat(reason("cut.txt", new byte[] {'a', (byte) 0xE4, (byte) 0xB8})).isEqualTo(TextFiles.SkipReason.BINARY);
    }

    @Test
    void nulByteCountsWithinTheFirst8000Bytes() throws IOException {
        assertThat(reason("a.txt", ("a".repeat(7_999) + "\0").getBytes(StandardCharsets.UTF_8))).isEqualTo(TextFiles.SkipReason.BINARY);
        assertThat(read("b.txt", ("a line\n".repeat(1_143) + "\0").getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(TextFiles.ReadFile.Text.class);
    }

    @Test
    void fileBeyondTheLimitIsTooLarge() throws IOException {
        TextFiles small = new TextFiles(DataSize.ofBytes(10));

        assertThat(small.read(found("a.txt", "0123456789".getBytes(StandardCharsets.UTF_8)))).isInstanceOf(TextFiles.ReadFile.Text.class);
        assertThat(small.read(found("b.txt", "0123456789a".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(new TextFiles.ReadFile.Skipped(TextFiles.SkipReason.TOO_LARGE));
        assertThat(reason("big.txt", "a line\n".repeat(200_000).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(TextFiles.SkipReason.TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\r\n\t ", "\uFEFF", "\uFEFF\n", "\u3000\n"})
    void blankFilesAreEmpty(String text) throws IOException {
        assertThat(reason("a.txt", text.getBytes(StandardCharsets.UTF_8))).isEqualTo(TextFiles.SkipReason.EMPTY);
    }

    @Test
    void deletedFileOrDirectoryIsUnreadable() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Files.delete(found.file());
        assertThat(files.read(found)).isEqualTo(new TextFiles.ReadFile.Skipped(TextFiles.SkipReason.UNREADABLE));

        Files.createDirectory(found.file());
        assertThat(files.read(found)).isEqualTo(new TextFiles.ReadFile.Skipped(TextFiles.SkipReason.UNREADABLE));
    }

    @Test
    void fileReplacedByALinkIsNotFollowed() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Path secret = Files.writeString(root.resolve("secret"), "secret");
        Files.delete(found.file());
        Files.createSymbolicLink(found.file(), secret);

        assertThat(files.read(found)).isEqualTo(new TextFiles.ReadFile.Skipped(TextFiles.SkipReason.UNREADABLE));
    }

    @Test
    void changedFileIsReadWithItsNewContent() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Files.writeString(found.file(), "grown");

        assertThat(((TextFiles.ReadFile.Text) files.read(found)).text()).isEqualTo("grown");
    }

    /**
     * Root may read every file, so Linux's memory of this process, whose first page nobody can read, stands in for one that root may not.
     */
    @Test
    void fileWithoutReadPermissionIsUnreadable() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Files.setPosixFilePermissions(found.file(), PosixFilePermissions.fromString("---------"));
        FoundFile closed = Files.isReadable(found.file()) ? new FoundFile("a.txt", Path.of("/proc/self/mem"), 1, 0) : found;

        assertThat(files.read(closed)).isEqualTo(new TextFiles.ReadFile.Skipped(TextFiles.SkipReason.UNREADABLE));
    }
}
