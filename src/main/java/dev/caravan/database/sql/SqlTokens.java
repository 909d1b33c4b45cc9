package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a caller's statement into tokens by the lexical rules of one product, with the session settings that {@link SqlDatabase} sets. The
 * text itself is not changed. Throws {@link Unclear} for all that the product, its JDBC driver and this class could read differently. The
 * rules of each product are in {@code tokens.txt}.
 */
final class SqlTokens {

    /** A word may be a keyword. A name may not: it is quoted, or it follows a point. */
    enum Kind { WORD, NAME, STRING, NUMBER, PARAMETER, SYMBOL }

    /**
     * @param text folded as the product folds it, without quotes
     * @param at   first character in the statement
     * @param end  first character after the token
     */
    record Token(Kind kind, String text, int at, int end) {

        boolean is(String word) {
            return kind == Kind.WORD && text.equals(word);
        }

        boolean isSymbol(char symbol) {
            return kind == Kind.SYMBOL && text.charAt(0) == symbol;
        }

        boolean isName() {
            return kind == Kind.WORD || kind == Kind.NAME;
        }

        /** Returns whether it is a word of that list in {@code words.txt}. */
        boolean isOf(String list) {
            return kind == Kind.WORD && WORDS.get(list).contains(text);
        }
    }

    /** A place of a statement that is refused. {@code reason} is the end of a message key, with its arguments. */
    static final class Unclear extends Exception {

        private static final long serialVersionUID = 1;

        final int at;
        final String reason;
        final transient Object[] arguments;

        /** Refuses a statement if something is wrong at the place. */
        static void when(boolean wrong, int at, String reason, Object... arguments) throws Unclear {
            if (wrong) {
                throw new Unclear(at, reason, arguments);
            }
        }

        Unclear(int at, String reason, Object... arguments) {
            super(reason, null, false, false);
            this.at = at;
            this.reason = reason;
            this.arguments = arguments;
        }
    }

    /** Lists of words by name. */
    static final Map<String, Set<String>> WORDS = DatabaseValues.words("words.txt");

    /** Characters that drivers send as others, or at which a database may end the text. */
    private static final Pattern BROKEN = Pattern.compile("[\\x00\\p{Cs}]");
    private static final Pattern INTRODUCER = Pattern.compile("_(?!utf8mb4$|binary$)[a-z0-9]+");
    private static final int LONGEST_POSTGRES_NAME = 63;

    private static final Map<DatabaseKind, List<Rule>> RULES = Map.of(DatabaseKind.POSTGRESQL, rules("p"), DatabaseKind.MYSQL, rules("m"),
            DatabaseKind.SQLITE, rules("s"));

    /** @param result a kind of token, {@code -} for what is left out, or {@code !} with the reason of a refusal */
    private record Rule(String result, Pattern pattern, boolean named) {
    }

    private SqlTokens() {
    }

    private static List<Rule> rules(String product) {
        return DatabaseValues.resource("tokens.txt").lines().map(line -> line.split(" +", 3)).filter(line -> line[0].contains(product))
                .map(line -> new Rule(line[1], Pattern.compile(line[2].replace("{part}", "[\\p{L}\\p{Mn}\\p{Mc}\\p{Nd}\\p{Cs}_$]")
                        .replace("{letter}", "[\\p{L}\\p{Mn}\\p{Mc}_[\\p{Nd}&&[^0-9]]]")), line[2].contains("<text>"))).toList();
    }

    static List<Token> of(DatabaseKind product, String text) throws Unclear {
        List<Token> tokens = new ArrayList<>();
        Matcher next = BROKEN.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
        if (next.find()) {
            throw new Unclear(next.start(), "character", hex(next.group()));
        }
        for (int at = 0; at < text.length(); at = next.end()) {
            next.region(at, text.length());
            Rule rule = RULES.get(product).stream().filter(each -> next.usePattern(each.pattern()).lookingAt()).findFirst().orElseThrow();
            if (rule.result().startsWith("!")) {
                String reason = rule.result().substring(1);
                throw new Unclear(at, reason, reason.equals("character") ? hex(next.group()) : next.group());
            } else if (!rule.result().equals("-")) {
                tokens.add(token(product, at(tokens, tokens.size() - 1), rule, next));
            }
        }
        return tokens;
    }

    /** Makes a token, if it may follow the last one. */
    private static Token token(DatabaseKind product, Token last, Rule rule, Matcher next) throws Unclear {
        Kind kind = Kind.valueOf(rule.result());
        int at = next.start();
        String all = next.group();
        String text = rule.named() ? next.group("text") : all;
        if (text.length() + 2 == all.length() && "'\"`".indexOf(all.charAt(0)) >= 0) {
            text = text.replace(all.substring(0, 1).repeat(2), all.substring(0, 1));
        }
        boolean mysql = product == DatabaseKind.MYSQL;
        boolean closed = last.isSymbol(')') || last.isSymbol(']');
        Unclear.when(kind == Kind.STRING && last.kind() == Kind.STRING && product == DatabaseKind.POSTGRESQL, at, "adjacent");
        boolean given = kind == Kind.STRING || kind == Kind.PARAMETER;
        Unclear.when(mysql && given && last.kind() == Kind.WORD && INTRODUCER.matcher(last.text()).matches(),
                at, "introducer", last.text()); // except the connection's own character set
        boolean value = closed || last.isName() && !last.isOf("reserved") || last.end() == at && last.kind() != Kind.SYMBOL;
        // a number after a point is a name in MySQL
        Unclear.when(kind == Kind.NUMBER && (text.startsWith(".") && value || last.isSymbol('.')), at, "number", text);
        boolean table = closed || last.isName() || last.kind() == Kind.STRING && product == DatabaseKind.SQLITE;
        Unclear.when(kind == Kind.SYMBOL && text.equals(".") && !table, at, "symbol", text);
        if (kind == Kind.WORD || kind == Kind.NAME) {
            checkName(product, text, at);
            text = folded(product, kind == Kind.WORD && product == DatabaseKind.POSTGRESQL ? lower(text) : text);
        }
        Kind exact = kind == Kind.WORD && last.isSymbol('.') ? Kind.NAME : kind;
        boolean name = kind == Kind.STRING && product == DatabaseKind.SQLITE; // SQLite takes some texts as names
        return new Token(exact, name ? lower(text) : text, at, next.end());
    }

    /** Refuses names that the product could fold or cut otherwise. */
    private static void checkName(DatabaseKind product, String name, int at) throws Unclear {
        for (int c : name.codePoints().filter(c -> c >= 0x80).toArray()) {
            String one = Character.toString(c);
            String cases = one.toLowerCase(Locale.ROOT) + one.toUpperCase(Locale.ROOT);
            Unclear.when(cases.chars().anyMatch(other -> other < 0x80) || c > 0xffff && product == DatabaseKind.MYSQL,
                    at, "character", hex(one));
        }
        Unclear.when(product == DatabaseKind.POSTGRESQL && name.getBytes(StandardCharsets.UTF_8).length > LONGEST_POSTGRES_NAME,
                at, "long", LONGEST_POSTGRES_NAME);
    }

    /** Returns the token at a place; a blank beyond the ends. */
    static Token at(List<Token> tokens, int place) {
        return place < 0 || place >= tokens.size() ? new Token(Kind.SYMBOL, " ", 0, 0) : tokens.get(place);
    }

    /** Folds a name as the product compares it. PostgreSQL folds only names without quotes. */
    static String folded(DatabaseKind product, String name) {
        return product == DatabaseKind.POSTGRESQL ? name : product == DatabaseKind.MYSQL ? name.toLowerCase(Locale.ROOT) : lower(name);
    }

    /** Folds ASCII letters alone, as PostgreSQL and SQLite do. */
    private static String lower(String name) {
        StringBuilder lower = new StringBuilder(name.length());
        name.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
        return lower.toString();
    }

    private static String hex(String character) {
        return String.format("U+%04X", character.codePointAt(0));
    }
}
