package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a caller's statement into tokens by the lexical rules of one product, with the session settings that {@link SqlDatabase} sets. The
 * text itself is not changed. Throws {@link Unclear} for all that the product, its JDBC driver and this class could read differently.
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

        /** Returns whether no product takes the word as a name. */
        boolean isReserved() {
            return kind == Kind.WORD && RESERVED.contains(text);
        }
    }

    /** A place of a statement that is refused. {@code reason} is the end of a message key, with its arguments. */
    static final class Unclear extends Exception {

        private static final long serialVersionUID = 1;

        final int at;
        final String reason;
        final transient Object[] arguments;

        Unclear(int at, String reason, Object... arguments) {
            super(reason, null, false, false);
            this.at = at;
            this.reason = reason;
            this.arguments = arguments;
        }
    }

    private static final Set<String> RESERVED =
            Set.of(("all and as between case check collate create default delete distinct drop else exists foreign from group having "
                    + "in insert into is join limit not null on or order primary references select set table then to union unique update "
                    + "using values when where")
                    .split(" "));

    private static final Pattern NUMBER =
            Pattern.compile("0[xX][0-9a-fA-F]+|0b[01]+|[0-9][0-9_]*(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|\\.[0-9]+(?:[eE][+-]?[0-9]+)?");
    private static final Pattern DOLLAR = Pattern.compile("\\$(?:[A-Za-z_][A-Za-z0-9_]*)?\\$");
    private static final Pattern BITS = Pattern.compile("[0-9a-fA-F]*");
    private static final Pattern PREFIX = Pattern.compile("_[a-z0-9]+");
    private static final int LONGEST_POSTGRES_NAME = 63;

    /** Characters that may stand before {@code E'…'}: PostgreSQL's driver and its server agree on them. */
    private static final String BEFORE_ESCAPES = " \t\r\n(,[=<>|+-*/%~!@#&:";

    private final DatabaseKind product;
    private final String text;
    private final String symbols;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private SqlTokens(DatabaseKind product, String text) {
        this.product = product;
        this.text = text;
        this.symbols = "()*,./;<=>+-%&|~!" + (product == DatabaseKind.POSTGRESQL ? "^@#[]:" : product == DatabaseKind.MYSQL ? "^" : "");
    }

    static List<Token> of(DatabaseKind product, String text) throws Unclear {
        SqlTokens all = new SqlTokens(product, text);
        all.checkCharacters();
        while (all.at < text.length()) {
            all.next();
        }
        return all.tokens;
    }

    /** Returns the token at a place; a blank beyond the ends. */
    static Token at(List<Token> tokens, int place) {
        return place < 0 || place >= tokens.size() ? new Token(Kind.SYMBOL, " ", 0, 0) : tokens.get(place);
    }

    private Token last() {
        return at(tokens, tokens.size() - 1);
    }

    private boolean is(DatabaseKind kind) {
        return product == kind;
    }

    private char peek(int offset) {
        return at + offset >= 0 && at + offset < text.length() ? text.charAt(at + offset) : 0;
    }

    private boolean startsWith(String start) {
        return text.startsWith(start, at);
    }

    /** Refuses characters that drivers send as others, or at which a database may end the text. */
    private void checkCharacters() throws Unclear {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
            if (c == 0 || Character.isSurrogate(c) && !pair) {
                throw new Unclear(i, "character", hex(c));
            }
            i += pair ? 1 : 0;
        }
    }

    private void next() throws Unclear {
        char c = peek(0);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
            at++;
        } else if (startsWith("--") || c == '#' && is(DatabaseKind.MYSQL)) {
            lineComment();
        } else if (startsWith("/*")) {
            blockComment();
        } else if (c == '\'' || c == '"' && is(DatabaseKind.MYSQL)) {
            string(c);
        } else if (c == '"' || c == '`' && !is(DatabaseKind.POSTGRESQL)) {
            quoted(c);
        } else if (c == '[' && is(DatabaseKind.SQLITE)) {
            bracketed();
        } else if (c == '$' && is(DatabaseKind.POSTGRESQL)) {
            dollarQuoted();
        } else if (isDigit(c) || c == '.' && isDigit(peek(1))) {
            number();
        } else if (c == '?') {
            question();
        } else if (isLetter(text.codePointAt(at))) {
            word();
        } else {
            symbol(c);
        }
    }

    private void lineComment() throws Unclear {
        if (is(DatabaseKind.MYSQL) && startsWith("--") && at + 2 < text.length() && " \t\r\n".indexOf(peek(2)) < 0) {
            throw new Unclear(at, "dashes");
        }
        while (at < text.length() && text.charAt(at) != '\n') {
            if (text.charAt(at) == '\r' && peek(1) != '\n' || text.charAt(at) == '{') {
                throw new Unclear(at, "comment");
            }
            at++;
        }
    }

    private void blockComment() throws Unclear {
        int end = text.indexOf("*/", at + 2);
        String inside = end < 0 ? "" : text.substring(at + 2, end);
        if (end < 0 || inside.startsWith("/") || inside.startsWith("!") || inside.startsWith("+") || inside.startsWith("M!")
                || inside.startsWith("m!")
                || inside.contains("/*") || inside.contains("{")) {
            throw new Unclear(at, "comment");
        }
        at = end + 2;
    }

    /** Reads a string in quotes. A quote inside is doubled. In MySQL, and in PostgreSQL after E, a backslash escapes the next character. */
    private void string(char quote) throws Unclear {
        int from = at;
        Token last = last();
        String prefix = last.isName() && last.end() == at && last.end() - last.at() == 1 ? lower(last.text()) : "";
        boolean escapes = is(DatabaseKind.MYSQL);
        if (is(DatabaseKind.POSTGRESQL)) {
            if (last.kind() == Kind.STRING) {
                throw new Unclear(at, "adjacent");
            }
            escapes = prefix.equals("e");
            if (escapes && (at < 2 || BEFORE_ESCAPES.indexOf(peek(-2)) < 0)) {
                throw new Unclear(at, "escapes");
            }
        }
        for (at++; ; at++) {
            char c = peek(0);
            if (at >= text.length()) {
                throw new Unclear(from, "open");
            } else if (c == '\\' && escapes) {
                at++;
            } else if (c == quote && peek(1) == quote) {
                at++;
            } else if (c == quote) {
                break;
            }
        }
        String content = text.substring(from + 1, at++);
        if ((prefix.equals("x") || prefix.equals("b")) && !BITS.matcher(content).matches()) {
            throw new Unclear(from, "string");
        }
        checkIntroducer(last, from);
        String value = content.replace("" + quote + quote, "" + quote);
        tokens.add(new Token(Kind.STRING, is(DatabaseKind.SQLITE) ? lower(value) : value, from, at)); // SQLite takes some texts as names
    }

    /** Refuses a character set before a string, except the connection's own. */
    private void checkIntroducer(Token before, int from) throws Unclear {
        if (is(DatabaseKind.MYSQL) && before.kind() == Kind.WORD && PREFIX.matcher(before.text()).matches()
                && !before.is("_utf8mb4") && !before.is("_binary")) {
            throw new Unclear(from, "introducer", before.text());
        }
    }

    private void quoted(char quote) throws Unclear {
        int from = at;
        for (at++; peek(0) != quote || peek(1) == quote; at++) {
            if (at >= text.length()) {
                throw new Unclear(from, "open");
            }
            at += peek(0) == quote ? 1 : 0;
        }
        name(Kind.NAME, text.substring(from + 1, at++).replace("" + quote + quote, "" + quote), from);
    }

    private void bracketed() throws Unclear {
        int end = text.indexOf(']', at);
        if (end < 0) {
            throw new Unclear(at, "open");
        }
        int from = at;
        at = end + 1;
        name(Kind.NAME, text.substring(from + 1, end), from);
    }

    private void dollarQuoted() throws Unclear {
        Matcher tag = DOLLAR.matcher(text).region(at, text.length());
        if (!tag.lookingAt()) {
            throw new Unclear(at, "symbol", "$");
        }
        int end = text.indexOf(tag.group(), tag.end());
        if (end < 0) {
            throw new Unclear(at, "open");
        }
        if (last().kind() == Kind.STRING) {
            throw new Unclear(at, "adjacent");
        }
        tokens.add(new Token(Kind.STRING, text.substring(tag.end(), end), at, end + tag.group().length()));
        at = end + tag.group().length();
    }

    private void number() throws Unclear {
        int from = at;
        boolean hex = startsWith("0x") || startsWith("0X");
        while (at < text.length() && (isPart(text.codePointAt(at)) || peek(0) == '.' || !hex && (peek(0) == '+' || peek(0) == '-')
                && (peek(-1) == 'e' || peek(-1) == 'E'))) {
            at += Character.charCount(text.codePointAt(at));
        }
        String number = text.substring(from, at);
        boolean separated = number.indexOf('_') >= 0 && (is(DatabaseKind.MYSQL) || number.contains("__") || number.endsWith("_")
                || number.contains("_."));
        Token last = last();
        boolean afterName = number.startsWith(".") && (last.end() == from && last.kind() != Kind.SYMBOL || last.isName()
                && !last.isReserved()
                || last.isSymbol(')') || last.isSymbol(']'));
        boolean named = is(DatabaseKind.MYSQL) && number.startsWith("0X"); // MySQL takes it as a name
        if (separated || afterName || named || !NUMBER.matcher(number).matches()) {
            throw new Unclear(from, "number", number);
        }
        tokens.add(new Token(Kind.NUMBER, number, from, at));
    }

    private void question() throws Unclear {
        if (is(DatabaseKind.POSTGRESQL) && peek(1) == '?') {
            tokens.add(new Token(Kind.SYMBOL, "?", at, at + 2));
            at += 2;
        } else if (at > 0 && (isPart(text.codePointBefore(at)) || peek(-1) == '.') || at + 1 < text.length()
                && isPart(text.codePointAt(at + 1))) {
            throw new Unclear(at, "parameter");
        } else {
            checkIntroducer(last(), at);
            tokens.add(new Token(Kind.PARAMETER, "?", at, ++at));
        }
    }

    private void word() throws Unclear {
        int from = at;
        while (at < text.length() && isPart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        String word = text.substring(from, at);
        if (is(DatabaseKind.POSTGRESQL) && word.equalsIgnoreCase("u") && (startsWith("&'") || startsWith("&\""))) {
            throw new Unclear(from, "string");
        }
        name(last().isSymbol('.') ? Kind.NAME : Kind.WORD, is(DatabaseKind.POSTGRESQL) ? lower(word) : word, from);
    }

    private void name(Kind kind, String name, int from) throws Unclear {
        for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
            int c = name.codePointAt(i);
            String cases = new String(Character.toChars(c)).toLowerCase(Locale.ROOT)
                    + new String(Character.toChars(c)).toUpperCase(Locale.ROOT);
            if (c >= 0x80 && cases.chars().anyMatch(other -> other < 0x80) || c > 0xffff && is(DatabaseKind.MYSQL)) {
                throw new Unclear(from, "character", hex(c));
            }
        }
        if (is(DatabaseKind.POSTGRESQL) && name.getBytes(StandardCharsets.UTF_8).length > LONGEST_POSTGRES_NAME) {
            throw new Unclear(from, "long", LONGEST_POSTGRES_NAME);
        }
        tokens.add(new Token(kind, folded(product, name), from, at));
    }

    private void symbol(char c) throws Unclear {
        Token last = last();
        boolean point = c == '.' && !last.isName() && !last.isSymbol(')') && !last.isSymbol(']')
                && !(last.kind() == Kind.STRING && is(DatabaseKind.SQLITE));
        if (symbols.indexOf(c) < 0) {
            int full = text.codePointAt(at);
            throw full < 0x80 && full > ' ' ? new Unclear(at, "symbol", String.valueOf(c)) : new Unclear(at, "character", hex(full));
        }
        if (point || c == '*' && peek(1) == '/' || c == '/' && peek(1) == '/') {
            throw new Unclear(at, "symbol", text.substring(at, Math.min(text.length(), at + 2)).strip());
        }
        tokens.add(new Token(Kind.SYMBOL, String.valueOf(c), at, ++at));
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80 && (Character.isLetterOrDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK || Character.getType(c) == Character.COMBINING_SPACING_MARK);
    }

    private static boolean isPart(int c) {
        return isLetter(c) || isDigit(c) || c == '$';
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

    private static String hex(int c) {
        return String.format("U+%04X", c);
    }
}
