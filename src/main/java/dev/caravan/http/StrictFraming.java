package dev.caravan.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.regex.Pattern;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSinkChannel;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.ConduitReadableByteChannel;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Follows where requests of a connection begin and end, and ends a connection whose bytes another reader could divide otherwise: a bare
 * LF, a folded line, two lengths, an encoding other than chunked, a chunk that is not exactly as its size says. Undertow accepts some of
 * them, and a proxy in front may read them in another way: it would pass on a request that it has not seen.
 */
final class StrictFraming extends AbstractStreamSourceConduit<StreamSourceConduit> {

    private enum Part { HEAD, BODY, SIZE, CHUNK, AFTER_CHUNK, TRAILER }

    /** Of a line. Longer ones are cut in the head, where the lines that count are short, and refused as sizes of chunks. */
    private static final int MOST_CHARACTERS = 256;
    private static final Pattern BLANKS_AROUND = Pattern.compile("^[ \\t]+|[ \\t]+$");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

    private final StringBuilder line = new StringBuilder();
    private Part part = Part.HEAD;
    private boolean isFirst = true;
    private boolean isOld;
    private boolean afterCr;
    private boolean chunked;
    private long length = -1;
    private long left;

    StrictFraming(StreamSourceConduit next) {
        super(next);
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int from = to.position();
        int count = super.read(to);
        if (count > 0) {
            ByteBuffer read = to.duplicate();
            read.limit(to.position()).position(from);
            follow(read);
        }
        return count;
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int many) throws IOException {
        for (int i = offset; i < offset + many; i++) {
            if (to[i].hasRemaining()) {
                return read(to[i]);
            }
        }
        return 0;
    }

    @Override
    public long transferTo(long position, long count, FileChannel target) throws IOException {
        return target.transferFrom(new ConduitReadableByteChannel(this), position, count);
    }

    @Override
    public long transferTo(long count, ByteBuffer through, StreamSinkChannel target) throws IOException {
        return IoUtils.transfer(new ConduitReadableByteChannel(this), count, through, target);
    }

    private void follow(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (part == Part.BODY || part == Part.CHUNK) {
                int skipped = (int) Math.min(left, bytes.remaining());
                bytes.position(bytes.position() + skipped);
                left -= skipped;
                if (left == 0) {
                    begin(part == Part.BODY ? Part.HEAD : Part.AFTER_CHUNK);
                }
            } else {
                follow((char) (bytes.get() & 0xff));
            }
        }
    }

    private void follow(char c) throws IOException {
        if (afterCr) {
            require(c == '\n', "a CR without LF");
            afterCr = false;
            end();
            line.setLength(0);
        } else if (c == '\r') {
            afterCr = true;
        } else {
            require(c != '\n', "an LF without CR");
            require(part != Part.AFTER_CHUNK, "a chunk that is longer than its size");
            require(part != Part.SIZE || line.length() < MOST_CHARACTERS, "a size of a chunk that is too long");
            if (isFirst && part == Part.HEAD && line.length() == MOST_CHARACTERS) {
                line.deleteCharAt(0); // the version is at the end
            }
            if (line.length() < MOST_CHARACTERS) {
                line.append(c);
            }
        }
    }

    private void end() throws IOException {
        switch (part) {
            case SIZE -> size();
            case AFTER_CHUNK -> begin(Part.SIZE);
            case TRAILER -> {
                if (line.isEmpty()) {
                    begin(Part.HEAD);
                } else {
                    colon();
                }
            }
            default -> head();
        }
    }

    private void head() throws IOException {
        if (isFirst) {
            isFirst = line.isEmpty(); // some clients send an empty line between two requests
            isOld = !line.toString().endsWith(" HTTP/1.1");
        } else if (line.isEmpty()) {
            require(!chunked || length < 0 && !isOld, "both Transfer-Encoding and Content-Length, or Transfer-Encoding in HTTP/1.0");
            left = length;
            begin(chunked ? Part.SIZE : length > 0 ? Part.BODY : Part.HEAD);
        } else {
            int colon = colon();
            if (isNamed("content-length", colon)) {
                String value = value(colon);
                require(length < 0 && LENGTH.matcher(value).matches(), "a Content-Length that is no number, or two of them");
                length = Long.parseLong(value);
            } else if (isNamed("transfer-encoding", colon)) {
                require(!chunked && value(colon).equalsIgnoreCase("chunked"), "a Transfer-Encoding other than chunked");
                chunked = true;
            }
        }
    }

    private int colon() throws IOException {
        int colon = line.indexOf(":");
        require(line.charAt(0) > ' ', "a folded line");
        require(colon > 0 && line.charAt(colon - 1) > ' ' || colon < 0 && line.length() == MOST_CHARACTERS, "a header without a name");
        return colon;
    }

    private boolean isNamed(String name, int colon) {
        return colon == name.length() && line.substring(0, colon).equalsIgnoreCase(name);
    }

    private String value(int colon) {
        return BLANKS_AROUND.matcher(line.substring(colon + 1)).replaceAll("");
    }

    private void size() throws IOException {
        int end = line.indexOf(";");
        String size = end < 0 ? line.toString() : line.substring(0, end);
        require(size.matches("[0-9A-Fa-f]{1,15}"), "a size of a chunk that is no number");
        left = Long.parseLong(size, 16);
        begin(left == 0 ? Part.TRAILER : Part.CHUNK);
    }

    private void begin(Part next) {
        part = next;
        if (next == Part.HEAD) {
            isFirst = true;
            chunked = false;
            length = -1;
        }
    }

    private void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            terminateReads();
            throw new IOException("The request has " + otherwise);
        }
    }
}
