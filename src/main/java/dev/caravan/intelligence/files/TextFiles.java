package dev.caravan.intelligence.files;

import dev.caravan.store.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Arrays;
import org.springframework.util.unit.DataSize;

/** Reads the text of files, and recognizes files that no person wrote. Thread-safe. */
public final class TextFiles {

    private static final DataSize DEFAULT_LIMIT = DataSize.ofMegabytes(1);
    /** Git looks at as many bytes. */
    private static final int LOOKED_AT = 8_000;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final int limit;

    public TextFiles() {
        this(DEFAULT_LIMIT);
    }

    /** @param limit maximum size of a file */
    public TextFiles(DataSize limit) {
        this.limit = Math.toIntExact(limit.toBytes());
    }

    /** Reads the file as it is now; it may have changed since it was found. Any failure is {@link SkipReason#UNREADABLE}. */
    public ReadFile read(FoundFile found) {
        if (GeneratedFiles.isNamed(found.path())) {
            return new ReadFile.Skipped(SkipReason.GENERATED);
        }
        byte[] bytes;
        try {
            bytes = bytes(found);
        } catch (IOException | SecurityException e) {
            return new ReadFile.Skipped(SkipReason.UNREADABLE);
        }
        return bytes.length > limit ? new ReadFile.Skipped(SkipReason.TOO_LARGE) : read(found.path(), bytes);
    }

    /** Reads at most one byte more than the limit. Opens only regular files, since others may block for ever. */
    private byte[] bytes(FoundFile found) throws IOException {
        if (!Files.isRegularFile(found.file(), LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("not a regular file any more");
        }
        try (InputStream in = Files.newInputStream(found.file(), LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(limit + 1);
        }
    }

    private static ReadFile read(String path, byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, LOOKED_AT); i++) {
            if (bytes[i] == 0) {
                return new ReadFile.Skipped(SkipReason.BINARY);
            }
        }
        boolean marked = bytes.length >= BYTE_ORDER_MARK.length && Arrays.equals(bytes, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        byte[] utf8 = marked ? Arrays.copyOfRange(bytes, BYTE_ORDER_MARK.length, bytes.length) : bytes;
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException e) {
            return new ReadFile.Skipped(SkipReason.BINARY);
        }
        if (text.isBlank()) {
            return new ReadFile.Skipped(SkipReason.EMPTY);
        }
        return GeneratedFiles.isGenerated(path, text) ? new ReadFile.Skipped(SkipReason.GENERATED) : new ReadFile.Text(text, utf8, Sha256.hex(bytes));
    }
}
