package dev.caravan.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A file of the page.
 *
 * @param type value of {@code Content-Type}
 * @param tag  value of {@code ETag}; changes with the content
 */
record PageFile(String type, byte[] content, String tag) {

    /** @return null if the resource does not exist */
    static PageFile read(String resource, String type) {
        try (InputStream in = PageFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                return null;
            }
            byte[] content = in.readAllBytes();
            return new PageFile(type, content, '"' + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 16) + '"');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
