package dev.caravan.intelligence.code;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Source files and a SCIP index of them, from one text: below a line of a file, comments with {@code ^^^^} say which symbol is above them,
 * as the snapshots of SCIP's own tools do. Characters count in UTF-16.
 *
 * @param files {path: text}
 * @param index {path: document of the index}
 */
public record ScipSnapshot(Map<String, String> files, Map<String, byte[]> index) {

    private static final Pattern FILE = Pattern.compile("file (\\S+)( without index)?");
    private static final Pattern MARK = Pattern.compile("//\\s*(\\^+) (definition|reference) (.*?)(?: implements (.*))?");

    private interface Fields {

        void write(CodedOutputStream out) throws IOException;
    }

    /** Reads a file of {@code src/test/resources/intelligence/scip}. */
    public static ScipSnapshot of(String name) {
        try {
            return parse(Files.readAllLines(Path.of("src/test/resources/intelligence/scip", name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ScipSnapshot parse(List<String> lines) throws IOException {
        ScipSnapshot snapshot = new ScipSnapshot(new LinkedHashMap<>(), new LinkedHashMap<>());
        for (int i = 0; i < lines.size(); ) {
            Matcher file = FILE.matcher(lines.get(i++));
            file.matches();
            List<String> text = new ArrayList<>();
            List<byte[]> parts = new ArrayList<>(List.of(field(1, file.group(1))));
            for (; i < lines.size() && !FILE.matcher(lines.get(i)).matches(); i++) {
                Matcher mark = MARK.matcher(lines.get(i));
                if (mark.matches()) {
                    parts.addAll(marked(mark, text.size() - 1));
                } else {
                    text.add(lines.get(i));
                }
            }
            snapshot.files.put(file.group(1), String.join("\n", text) + "\n");
            if (file.group(2) == null) {
                snapshot.index.put(file.group(1), joined(parts));
            }
        }
        return snapshot;
    }

    private static List<byte[]> marked(Matcher mark, int line) throws IOException {
        String symbol = symbol(mark.group(3));
        List<byte[]> parts = new ArrayList<>(List.of(field(2, message(occurrence -> {
            occurrence.writeByteArray(1, message(range -> {
                range.writeInt32NoTag(line);
                range.writeInt32NoTag(mark.start(1));
                range.writeInt32NoTag(mark.end(1));
            }));
            occurrence.writeString(2, symbol);
            occurrence.writeInt32(3, mark.group(2).equals("definition") ? 1 : 0);
        }))));
        if (mark.group(4) != null) {
            parts.add(field(3, message(information -> {
                information.writeString(1, symbol);
                information.writeByteArray(4, message(relationship -> {
                    relationship.writeString(1, symbol(mark.group(4)));
                    relationship.writeBool(3, true);
                }));
            })));
        }
        return parts;
    }

    private static String symbol(String written) {
        return written.startsWith("local ") ? written
                : "scip-typescript " + (written.startsWith("npm ") ? written : "npm shop 1.0.0 src/" + written);
    }

    /** Writes the files and the index {@code index.scip}. */
    public void write(Path root) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.createDirectories(root.resolve(file.getKey()).getParent());
            Files.writeString(root.resolve(file.getKey()), file.getValue());
        }
        Files.write(root.resolve("index.scip"), bytes());
    }

    /** Returns the index. */
    public byte[] bytes() throws IOException {
        List<byte[]> parts = new ArrayList<>(List.of(field(1, message(metadata -> metadata.writeString(3, "file:///somewhere/else")))));
        for (byte[] document : index.values()) {
            parts.add(field(2, document));
        }
        return joined(parts);
    }

    private static byte[] field(int number, byte[] bytes) throws IOException {
        return message(out -> out.writeByteArray(number, bytes));
    }

    /** Returns a field, which can be added to a document. */
    public static byte[] field(int number, String text) throws IOException {
        return field(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] message(Fields fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        fields.write(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
