package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.sql.SqlTokens.Kind;
import dev.caravan.database.sql.SqlTokens.Token;
import dev.caravan.database.sql.SqlTokens.Unclear;
import dev.caravan.envelope.Text;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mariadb.jdbc.util.ClientParser;
import org.mariadb.jdbc.util.NativeSql;
import org.postgresql.core.Parser;

/**
 * Judges a caller's statement and doesn't change it: the same text goes to the database, or the statement is refused with the place and the
 * reason. It passes if it is one SELECT, INSERT, UPDATE or DELETE, if each name that could be a relation is an allowed table, and if each
 * function is reviewed.
 */
final class SqlJudge {

    private static final Map<DatabaseKind, Set<String>> REVIEWED = Map.of(DatabaseKind.POSTGRESQL, reviewed("postgresql"),
            DatabaseKind.MYSQL, reviewed("mysql"), DatabaseKind.SQLITE, reviewed("sqlite"));

    private static final int MOST_DEEP = 400;

    /** How often common table expressions may be copied. A database makes a copy for each use, before it looks at the time. */
    private static final int MOST_COPIES = 10_000;

    private static final int LONGEST_SHOWN = 100;

    private final SqlDatabase database;
    private final DatabaseKind product;
    private boolean reads = true;

    SqlJudge(SqlDatabase database) {
        this.database = database;
        this.product = database.settings().type();
    }

    /** Returns whether all statements until now only read. */
    boolean reads() {
        return reads;
    }

    /**
     * Judges one {@code {query, params}}.
     *
     * @param number number of the statement, from 1, for messages
     */
    SqlStatement statement(int number, String text, List<?> values) throws DatabaseFailure, SQLException {
        List<Token> tokens;
        try {
            tokens = SqlTokens.of(product, text);
            new Judged(text, tokens).check();
        } catch (Unclear e) {
            throw refusal(number, text, e);
        }
        long places = tokens.stream().filter(token -> token.kind() == Kind.PARAMETER).count();
        if (places != values.size()) {
            throw DatabaseFailure.query("database.parameters", number, places, values.size());
        }
        if (!values.stream().allMatch(value -> value == null || Filters.isScalar(value))) {
            throw DatabaseFailure.query("database.scalarParameters", number);
        }
        for (int i = 0; i < tokens.size(); i++) {
            reads &= !tokens.get(i).isOf("change") || SqlTokens.at(tokens, i + 1).isSymbol('(');
        }
        return new SqlStatement(text, new ArrayList<>(values));
    }

    private static DatabaseFailure refusal(int number, String text, Unclear unclear) {
        String before = text.substring(0, unclear.at);
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = before.length() - before.lastIndexOf('\n');
        Text reason = Text.of("database.sql." + unclear.reason, Arrays.stream(unclear.arguments)
                .map(each -> each instanceof String name ? DatabaseValues.cut(name, LONGEST_SHOWN) : each).toArray());
        return SqlTokens.WORDS.get("forbidden").contains(unclear.reason)
                ? DatabaseFailure.permission("database.sql", number, line, column, reason)
                : DatabaseFailure.query("database.sql", number, line, column, reason);
    }

    /** What is open between two parentheses. */
    private static final class Level {

        /** The first word of a statement; -1 before it. */
        private int verb = -1;
        /** The UPDATE or DELETE that has no WHERE yet; -1 for none. */
        private int change = -1;
        /** Whether WITH begins the statement. */
        private boolean with;
        /** Whether the parentheses inside are the rows of VALUES. */
        private boolean rows;
        /** Whether it is a list of values or arguments, in which a text names no relation. */
        private boolean list;
        /** Whether it is the list of columns of an INSERT, which name no relation. */
        private boolean columns;
    }

    /** One statement under judgement. */
    private final class Judged {

        private final String text;
        private final List<Token> tokens;
        private final Deque<Level> levels = new ArrayDeque<>(List.of(new Level()));
        private SqlKnown known;

        Judged(String text, List<Token> tokens) {
            this.text = text;
            this.tokens = tokens;
        }

        void check() throws Unclear, DatabaseFailure, SQLException {
            begin();
            copies();
            known = SqlKnown.of(database, tokens.stream().filter(token -> token.isName() || token.kind() == Kind.STRING
                    && product == DatabaseKind.SQLITE).map(Token::text).distinct().toList());
            for (int i = 0; i < tokens.size(); i++) {
                Token token = tokens.get(i);
                if (token.isSymbol('(') || token.isSymbol('[')) {
                    open(i);
                } else if (token.isSymbol(')') || token.isSymbol(']')) {
                    close(token.at());
                } else if (token.isSymbol(';') && i < tokens.size() - 1) {
                    throw new Unclear(token.at(), "one");
                } else {
                    if (token.kind() == Kind.WORD) {
                        word(i, levels.peek());
                    }
                    if ((token.isName() || isNamingString(i)) && !isValue(i, levels.peek())) {
                        name(i);
                    }
                }
                if (product == DatabaseKind.SQLITE) {
                    new SqliteLimits(text, tokens).checkOperator(token);
                }
            }
            close(text.length());
            Unclear.when(!levels.isEmpty(), text.length(), "parentheses");
            driver();
        }

        private void open(int i) throws Unclear {
            Unclear.when(levels.size() > MOST_DEEP, tokens.get(i).at(), "deep", MOST_DEEP);
            Token before = token(i - 1);
            Level outer = levels.peek();
            outer.rows = before.is("values") || outer.rows && before.isSymbol(',') && token(i - 2).isSymbol(')');
            boolean call = before.isName() && !before.isOf("reserved") && known.is(before.text(), "function", "foreign");
            Level inner = new Level();
            inner.list = (outer.rows || call || before.is("in")) && !token(i + 1).is("select") && !token(i + 1).is("with");
            inner.columns = token(token(i - 2).isSymbol('.') ? i - 4 : i - 2).is("into") && afterNames(i) > i;
            levels.push(inner);
        }

        /** Ends a statement, which must have the WHERE that it needs. */
        private void close(int at) throws Unclear {
            unfiltered(levels.pop());
            Unclear.when(levels.isEmpty() && at < text.length(), at, "parentheses");
        }

        private boolean isValue(int i, Level level) {
            boolean listed = level.list && (token(i - 1).isSymbol('(') || token(i - 1).isSymbol(','));
            return level.columns || tokens.get(i).kind() == Kind.STRING && listed && !token(i + 1).isSymbol('.');
        }

        private Token token(int place) {
            return SqlTokens.at(tokens, place);
        }

        private void begin() throws Unclear {
            Token first = tokens.stream().dropWhile(token -> token.isSymbol('(')).findFirst().orElse(token(-1));
            boolean replaces = first.is("replace") && product != DatabaseKind.POSTGRESQL;
            Unclear.when(!first.isOf("first") && !replaces, first.at(), "first");
        }

        /** Checks a word: one statement of data, with INTO, UPDATE and DELETE where they belong. */
        private void word(int i, Level level) throws Unclear {
            Token token = tokens.get(i);
            boolean opens = i == 0 || token(i - 1).isSymbol('(');
            boolean begins = opens || token(i - 1).isSymbol(')') || isLateChange(i, level);
            if (opens) {
                level.with = token.is("with");
            }
            if (opens && !level.with || begins && level.with && level.verb < 0 && token.isOf("verb")) {
                level.verb = i;
            }
            switch (token.text()) {
                case "update", "delete" -> {
                    if (begins) {
                        unfiltered(level);
                        level.change = i;
                    }
                }
                case "merge" -> Unclear.when(begins, token.at(), "first");
                case "where" -> level.change = token(i - 1).is("as") ? level.change : -1; // AS WHERE is an alias
                case "into" -> {
                    int before = i - 1;
                    while (before > level.verb && token(before).isOf("beforeinto")) {
                        before--;
                    }
                    Unclear.when(level.verb < 0 || before != level.verb || !token(before).is("insert") && !token(before).is("replace"),
                            token.at(), "into");
                }
                case "procedure", "operator", "treat" -> Unclear.when(product == DatabaseKind.MYSQL && token.is("procedure")
                        || product == DatabaseKind.POSTGRESQL && token(i + 1).isSymbol('('), // TREAT (x AS f) calls the function f
                        token.at(), "word", token.text());
                default -> {
                    // judged as a name
                }
            }
        }

        /** Returns whether a change follows WITH and PostgreSQL's SEARCH or CYCLE, which end with a name. */
        private boolean isLateChange(int i, Level level) {
            Token before = token(i - 1);
            boolean key = before.is("key") && (token(i - 2).is("no") || token(i - 2).is("duplicate"));
            boolean clause = before.is("for") || before.is("do") || key;
            return level.with && (token(i).is("delete") || token(i).is("update") && !clause);
        }

        private void unfiltered(Level level) throws Unclear {
            Token change = token(level.change);
            Unclear.when(level.change >= 0, change.at(), "where", change.text().toUpperCase(Locale.ROOT));
        }

        /**
         * Refuses a statement that the JDBC driver reads differently. The drivers find {@code ?}, escapes and the ends of statements by
         * themselves.
         */
        private void driver() throws Unclear {
            boolean same = true;
            try {
                if (product == DatabaseKind.POSTGRESQL) {
                    String plain = Parser.replaceProcessing(text, true, true);
                    same = Parser.parseJdbcSql(plain, true, true, true, false, false).get(0).nativeSql.equals(numbered());
                } else if (product == DatabaseKind.MYSQL) {
                    same = (!text.contains("{") || NativeSql.parse(text, null).equals(text))
                            && ClientParser.parameterParts(text, false).getParamPositions().equals(places());
                }
            } catch (SQLException | RuntimeException e) {
                same = false; // it finds no end of a text
            }
            Unclear.when(!same, 0, "driver");
        }

        /** Returns the text that PostgreSQL's driver should send. */
        private String numbered() {
            StringBuilder sent = new StringBuilder();
            int from = 0;
            int place = 0;
            for (Token token : tokens) {
                if (token.text().equals("?") && token.kind() != Kind.STRING && token.kind() != Kind.NAME) {
                    sent.append(text, from, token.at()).append(token.kind() == Kind.PARAMETER ? "$" + ++place : "?");
                    from = token.end();
                }
            }
            Token last = tokens.get(tokens.size() - 1);
            return sent.append(text, from, last.isSymbol(';') ? last.at() : text.length()).toString();
        }

        /** Returns the bytes at which parameters are. */
        private List<Integer> places() {
            List<Integer> places = new ArrayList<>();
            int bytes = 0;
            int from = 0;
            for (Token token : tokens) {
                if (token.kind() == Kind.PARAMETER) {
                    bytes += text.substring(from, token.at()).getBytes(StandardCharsets.UTF_8).length;
                    from = token.at();
                    places.add(bytes);
                }
            }
            return places;
        }

        /** Refuses common table expressions that use each other so often that their copies would fill the memory. */
        private void copies() throws Unclear {
            Map<String, int[]> names = new HashMap<>();
            for (int i = 0; i < tokens.size(); i++) {
                Token token = tokens.get(i);
                if ((token.isName() || token.kind() == Kind.STRING) && !token(i - 1).isSymbol('.') && !token(i + 1).isSymbol('.')) {
                    names.computeIfAbsent(token.text(), name -> new int[2])[isExpression(i) ? 1 : 0]++;
                }
            }
            double copies = 1;
            for (int[] uses : names.values()) {
                copies *= uses[1] == 0 ? 1 : Math.pow(Math.max(1, uses[0] / (double) uses[1]), uses[1]);
            }
            Unclear.when(copies > MOST_COPIES, 0, "copies", MOST_COPIES);
        }

        /** Returns whether SQLite could read the string as a name. It can't after an operator. */
        private boolean isNamingString(int i) {
            Token before = token(i - 1);
            return product == DatabaseKind.SQLITE && tokens.get(i).kind() == Kind.STRING
                    && (before.kind() != Kind.SYMBOL || "(,.)".contains(before.text()) || token(i + 1).isSymbol('.'));
        }

        private void name(int i) throws Unclear {
            Token token = tokens.get(i);
            String name = token.text();
            boolean afterPoint = token(i - 1).isSymbol('.');
            boolean beforePoint = token(i + 1).isSymbol('.');
            boolean call = token(i + 1).isSymbol('(') && token.kind() != Kind.STRING;
            system(token, name, call && !afterPoint);
            Unclear.when(beforePoint && known.is(name, "schema"), token.at(), "schema", name);
            boolean column = afterPoint && !known.is(token(i - 2).text(), "schema", "home");
            boolean reserved = token.isOf("reserved") && !isPostgresqlTable(i);
            Unclear.when(beforePoint && product == DatabaseKind.MYSQL && (reserved || token(i + 1).at() != token.end()),
                    token(i + 1).at(), "symbol", "."); // MySQL takes .name as a table of the own schema
            boolean module = product == DatabaseKind.SQLITE && REVIEWED.get(product).contains(name);
            boolean denied = known.is(name, "table") ? !database.catalogue().allows(name) : known.is(name, "relation") && !module;
            Token before = token(i - 1);
            Token next = token(i + 1);
            boolean compared = next.isSymbol('=') || next.isSymbol('<') || next.isSymbol('>');
            boolean operand = compared && !before.is("in") && !before.isSymbol(':') && !afterPoint;
            Unclear.when(denied && !column && !reserved && !operand, token.at(), "relation", name);
            if (call && !isPlain(i) || afterPoint && product == DatabaseKind.POSTGRESQL) {
                function(i, name, call, afterPoint);
            }
        }

        private boolean isPostgresqlTable(int i) {
            Token before = token(i - 1);
            Token next = token(i + 1);
            boolean first = before.isOf("beforetable") && !token(i - 2).is("do");
            boolean verb = token(i).is("update") || token(i).is("delete") || next.is("into");
            boolean listed = before.isSymbol(',') || before.isSymbol('(') && !verb;
            return product == DatabaseKind.POSTGRESQL && token(i).isOf("table") && (first || listed && !next.isSymbol('('));
        }

        private void system(Token token, String name, boolean call) throws Unclear {
            boolean system = switch (product) {
                case POSTGRESQL -> name.startsWith("pg_") && !(call && REVIEWED.get(product).contains(name))
                        || SqlTokens.WORDS.get("namingtype").contains(name.startsWith("_") ? name.substring(1) : name);
                case SQLITE -> name.startsWith("sqlite_") || name.startsWith("pragma_");
                default -> false;
            };
            Unclear.when(system, token.at(), "system", name);
        }

        /** Returns whether the name before a parenthesis is a table with its columns, an alias or a common table expression. */
        private boolean isPlain(int i) {
            if (product != DatabaseKind.MYSQL) {
                return false;
            }
            String name = tokens.get(i).text();
            int before = token(i - 1).isSymbol('.') ? i - 3 : i - 1;
            boolean ignores = token(before).isOf("beforeinto") && !token(before).is("or");
            boolean columns = token(before).is("into") || token(before).is("insert") || ignores;
            return columns && known.is(name, "table") && !known.is(name, "foreign") || token(i - 1).is("as") || isExpression(i);
        }

        /**
         * Returns whether the name begins a common table expression: {@code name (a, b) as (}. In PostgreSQL only {@code not materialized}
         * counts, because others aren't copied.
         */
        private boolean isExpression(int i) {
            int as = afterNames(i + 1);
            int next = as + 1 + (token(as + 1).is("not") ? 1 : 0);
            next += token(next).is("materialized") ? 1 : 0;
            boolean copied = product != DatabaseKind.POSTGRESQL || token(as + 1).is("not");
            return token(as).is("as") && copied && token(next).isSymbol('(');
        }

        /** Returns the place after a list of names in parentheses; the place itself if there is none. */
        private int afterNames(int open) {
            int i = open;
            while (token(i).isSymbol(i == open ? '(' : ',') && token(i + 1).isName()) {
                i += 2;
            }
            return i > open && token(i).isSymbol(')') ? i + 1 : open;
        }

        /** In MySQL each name before a parenthesis is a function, and one after a point is no function of MySQL. */
        private void function(int i, String name, boolean call, boolean afterPoint) throws Unclear {
            Token token = tokens.get(i);
            boolean exists = product == DatabaseKind.MYSQL ? call : known.is(name, "function", "foreign");
            Unclear.when(exists && (!REVIEWED.get(product).contains(name) || known.is(name, "foreign") || afterPoint
                    && product == DatabaseKind.MYSQL), token.at(), "function", name);
            if (product == DatabaseKind.SQLITE) {
                new SqliteLimits(text, tokens).checkFunction(i, name);
            }
        }
    }

    private static Set<String> reviewed(String product) {
        return DatabaseValues.resource("functions-" + product + ".txt").lines().filter(line -> !line.startsWith("#"))
                .flatMap(line -> Stream.of(line.strip().split("\\s+"))).collect(Collectors.toSet());
    }
}
