package dev.caravan.intelligence.code;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a SCIP index says of one file: which symbol is at which place. The numbers are those of {@code scip.proto}.
 *
 * @param path        relative to the folder that was indexed
 * @param text        text that was indexed; empty if the index does not say it
 * @param encoding    in which units places count: 1 for UTF-8, 3 for UTF-32, otherwise UTF-16
 * @param implemented {symbol: symbols that it implements or overrides}
 */
record ScipDocument(String path, String text, int encoding, List<ScipDocument.Occurrence> occurrences,
        Map<String, List<String>> implemented) {

    private static final int UTF_8 = 1;
    private static final int UTF_32 = 3;
    private static final int DEFINITION = 1;
    private static final int MOST_OCCURRENCES = 300_000;
    private static final int LONGEST_NAMES = 1_000;
    private static final String LOCAL = "local ";
    private static final String NAME = "(`(?:[^`]++|``)++`|[\\w+$-]+)";
    /** The name of a type, term or method at the end of a symbol, and the type before it. */
    private static final Pattern LAST = Pattern.compile("(?:" + NAME + "#)?" + NAME + "(?:[#.]|\\([\\w+$-]*\\)\\.)$");

    /** A symbol in one line; lines and characters count from 0. */
    record Occurrence(int line, int start, int end, String symbol, boolean defines) {
    }

    /**
     * The symbols at places of a text.
     *
     * @param defined  {end of a name in bytes: symbols that it defines, and with {@link Symbol#OVERRIDES} before it what these implement}
     * @param referred {end of a name in bytes: symbol}
     */
    record Places(Map<Integer, List<String>> defined, Map<Integer, String> referred) {
    }

    private interface FieldReader {

        void read(int tag) throws IOException;
    }

    /** @throws IOException if the bytes are not a document */
    static ScipDocument read(byte[] message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        String[] texts = {"", ""};
        int[] encoding = {0};
        List<Occurrence> occurrences = new ArrayList<>();
        Map<String, List<String>> implemented = new HashMap<>();
        fields(in, message.length, tag -> {
            switch (tag >>> 3) {
                case 1 -> texts[0] = in.readStringRequireUtf8();
                case 2 -> occurrence(in, occurrences);
                case 3 -> information(in, implemented);
                case 5 -> texts[1] = in.readStringRequireUtf8();
                case 6 -> encoding[0] = in.readEnum();
                default -> skip(in, tag);
            }
        });
        return new ScipDocument(texts[0], texts[1], encoding[0], occurrences, implemented);
    }

    /** Reads the fields of a message of this length. */
    private static void fields(CodedInputStream in, int length, FieldReader reader) throws IOException {
        int around = in.pushLimit(length);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            reader.read(tag);
        }
        in.popLimit(around);
    }

    static void skip(CodedInputStream in, int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw new InvalidProtocolBufferException("a group ends that did not begin");
        }
    }

    private static void occurrence(CodedInputStream in, List<Occurrence> occurrences) throws IOException {
        List<Integer> range = new ArrayList<>(4);
        String[] symbol = {""};
        int[] roles = {0};
        fields(in, in.readRawVarint32(), tag -> {
            switch (tag) {
                case 1 << 3 | 2 -> packed(in, range);
                case 1 << 3 -> range.add(in.readInt32());
                case 2 << 3 | 2 -> symbol[0] = in.readStringRequireUtf8();
                case 3 << 3 -> roles[0] = in.readInt32();
                default -> skip(in, tag);
            }
        });
        if (range.size() < 3 || range.size() > 4) {
            throw new InvalidProtocolBufferException("a range has " + range.size() + " numbers");
        }
        if (occurrences.size() == MOST_OCCURRENCES) {
            throw new InvalidProtocolBufferException("one file has more than " + MOST_OCCURRENCES + " occurrences");
        }
        boolean oneLine = range.size() == 3 || range.get(2).equals(range.get(0));
        if (oneLine && !symbol[0].isEmpty()) {
            occurrences.add(new Occurrence(range.get(0), range.get(1), range.get(range.size() - 1), symbol[0],
                    (roles[0] & DEFINITION) != 0));
        }
    }

    private static void packed(CodedInputStream in, List<Integer> numbers) throws IOException {
        int around = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            numbers.add(in.readInt32());
            if (numbers.size() > 4) {
                throw new InvalidProtocolBufferException("a range has too many numbers");
            }
        }
        in.popLimit(around);
    }

    private static void information(CodedInputStream in, Map<String, List<String>> implemented) throws IOException {
        String[] symbol = {""};
        List<String> above = new ArrayList<>();
        fields(in, in.readRawVarint32(), tag -> {
            switch (tag) {
                case 1 << 3 | 2 -> symbol[0] = in.readStringRequireUtf8();
                case 4 << 3 | 2 -> relationship(in, above);
                default -> skip(in, tag);
            }
        });
        if (!above.isEmpty()) {
            implemented.put(symbol[0], above);
        }
    }

    private static void relationship(CodedInputStream in, List<String> above) throws IOException {
        String[] symbol = {""};
        boolean[] implementation = {false};
        fields(in, in.readRawVarint32(), tag -> {
            switch (tag) {
                case 1 << 3 | 2 -> symbol[0] = in.readStringRequireUtf8();
                case 3 << 3 -> implementation[0] = in.readBool();
                default -> skip(in, tag);
            }
        });
        if (implementation[0]) {
            above.add(symbol[0]);
        }
    }

    /** Returns the symbols at their places; empty if this is not the text that was indexed: a name is at another place. */
    Optional<Places> in(Source source) {
        if (!text.isEmpty() && !text.equals(source.text(0, source.length()))) {
            return Optional.empty();
        }
        Places names = new Places(new HashMap<>(), new HashMap<>());
        Map<Integer, String> written = new HashMap<>();
        for (Occurrence one : occurrences) {
            int start = offset(source, one.line, one.start);
            int end = offset(source, one.line, one.end);
            if (start < 0 || end < start || !source.isWhole(start, end)) {
                return Optional.empty();
            }
            if (start < end && one.defines) {
                List<String> defined = names.defined.computeIfAbsent(end, none -> new ArrayList<>());
                defined.add(unique(one.symbol));
                implemented.getOrDefault(one.symbol, List.of()).forEach(above -> defined.add(Symbol.OVERRIDES + above));
                written.put(end, source.text(start, end));
            } else if (start < end) {
                names.referred.merge(end, unique(one.symbol), (before, other) -> other.endsWith(").") ? other : before);
            }
        }
        return written.entrySet().stream().allMatch(place -> fits(names.defined.get(place.getKey()), place.getValue()))
                ? Optional.of(names) : Optional.empty();
    }

    /** Returns the offset of a place in bytes; negative if the text has no such place. */
    private int offset(Source source, int line, int character) {
        return source.offset(line, character, size -> encoding == UTF_8 ? size : encoding != UTF_32 && size == 4 ? 2 : 1);
    }

    private String unique(String symbol) {
        return symbol.startsWith(LOCAL) ? path + " " + symbol : symbol;
    }

    /** Whether the index means what stands there: a symbol has the same name as the text, or is a constructor, or has no name. */
    private static boolean fits(List<String> symbols, String written) {
        String bare = written.replaceAll("^[\"'`]|[\"'`]$", "");
        return symbols.stream().anyMatch(symbol -> {
            String name = name(symbol, bare);
            return name.equals(bare) || name.equals(written) || isConstructor(symbol);
        });
    }

    private static boolean isConstructor(String symbol) {
        Matcher last = LAST.matcher(end(symbol));
        return last.find() && Names.isConstructor(plain(last.group(2)));
    }

    /**
     * Returns the name of a symbol, as {@link Symbol#name()} has it.
     *
     * @param otherwise name of symbols that have none: local ones, and those of accessors and the like
     */
    static String name(String symbol, String otherwise) {
        Matcher last = LAST.matcher(end(symbol));
        if (!last.find()) {
            return otherwise;
        }
        String name = plain(last.group(2));
        String type = last.group(1);
        return Names.isConstructor(name) ? type == null ? otherwise : plain(type) : name.startsWith("<") ? otherwise : name;
    }

    /** Returns the end of a symbol, in which names are sought. */
    private static String end(String symbol) {
        return symbol.substring(Math.max(0, symbol.length() - LONGEST_NAMES));
    }

    private static String plain(String name) {
        return name.startsWith("`") ? name.substring(1, name.length() - 1).replace("``", "`") : name;
    }
}
