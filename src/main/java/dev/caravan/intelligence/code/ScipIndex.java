package dev.caravan.intelligence.code;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A SCIP index: what a compiler knows of names in source files ({@code scip.proto} of github:sourcegraph/scip). It is read once from begin
 * to end; an index that is broken or too large is not used at all. Memory holds where each document is in the file.
 *
 * @param problem why it is not used; null if it is
 */
public record ScipIndex(Path file, long size, FileTime modified, Map<String, ScipIndex.Place> places, String problem) {

    /** The index where there is none. */
    public static final ScipIndex NONE = new ScipIndex(null, 0, null, Map.of(), null);

    private static final String NAME = "index.scip";
    private static final long MOST_BYTES = 256L << 20;
    private static final int MOST_BYTES_OF_FILE = 16 << 20;
    private static final int MOST_DOCUMENTS = 200_000;
    private static final int MOST_OCCURRENCES = 2_000_000;
    private static final int DOCUMENT = 2 << 3 | 2;

    /**
     * Where a document is.
     *
     * @param digest SHA-256 in hexadecimal
     */
    record Place(long offset, int length, String digest) {
    }

    /**
     * Reads an index, or returns the one before if the file has not changed since. It opens no links.
     *
     * @param root of the workspace. The documents' paths are relative to the folder of the index if that is in the workspace
     */
    public static ScipIndex of(Path file, Path root, ScipIndex before) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (file.equals(before.file) && now.size() == before.size && now.lastModifiedTime().equals(before.modified)) {
                return before;
            }
            Map<String, Place> places = new HashMap<>();
            String problem = !now.isRegularFile() ? "it is not a regular file" : now.size() > MOST_BYTES ? "it is larger than "
                    + (MOST_BYTES >> 20) + " MB" : null;
            try {
                String folder = file.startsWith(root) ? root.relativize(file.getParent()) + "/" : "";
                problem = problem == null ? read(file, folder, places) : problem;
            } catch (IOException e) {
                problem = "it is broken: " + e.getMessage();
            }
            return new ScipIndex(file, now.size(), now.lastModifiedTime(), problem == null ? Map.copyOf(places) : Map.of(), problem);
        } catch (IOException e) {
            boolean unset = file.equals(root.resolve(NAME));
            return unset ? NONE : new ScipIndex(file, 0, null, Map.of(), "it is not readable");
        }
    }

    /** Returns the problem; null for none. */
    private static String read(Path file, String folder, Map<String, Place> places) throws IOException {
        int occurrences = 0;
        try (InputStream bytes = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            CodedInputStream in = CodedInputStream.newInstance(bytes, 1 << 16);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag != DOCUMENT) {
                    ScipDocument.skip(in, tag);
                    continue;
                }
                int length = in.readRawVarint32();
                int offset = in.getTotalBytesRead();
                if (length > MOST_BYTES_OF_FILE) {
                    return "its part for one file is larger than " + (MOST_BYTES_OF_FILE >> 20) + " MB";
                }
                byte[] message = in.readRawBytes(length);
                ScipDocument document = ScipDocument.read(message);
                occurrences += document.occurrences().size();
                if (occurrences > MOST_OCCURRENCES) {
                    return "it has more than " + MOST_OCCURRENCES + " occurrences";
                }
                places.put(Modules.resolved(folder + document.path()), new Place(offset, length, DigestUtils.sha256Hex(message)));
                if (places.size() > MOST_DOCUMENTS) {
                    return "it has more than " + MOST_DOCUMENTS + " documents";
                }
            }
        }
        return places.isEmpty() ? "it has no documents" : null;
    }

    /** Returns the SHA-256 of what the index has about a file; empty if it has nothing. */
    public String digest(String path) {
        return places.containsKey(path) ? places.get(path).digest : "";
    }

    /** Returns what the index has about a file; null if it has nothing, or has changed since it was read. */
    ScipDocument document(String path) {
        Place place = places.get(path);
        if (place == null) {
            return null;
        }
        byte[] message = new byte[place.length];
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            bytes.seek(place.offset);
            bytes.readFully(message);
            return DigestUtils.sha256Hex(message).equals(place.digest) ? ScipDocument.read(message) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
