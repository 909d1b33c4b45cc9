package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.Filters;
import dev.caravan.database.sql.SqlTokens.Kind;
import dev.caravan.database.sql.SqlTokens.Token;
import dev.caravan.database.sql.SqlTokens.Unclear;
import dev.caravan.envelope.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.mariadb.jdbc.util.ClientParser;
import org.mariadb.jdbc.util.NativeSql;
import org.postgresql.core.Parser;

/**
 * Judges a caller's statement and doesn't change it: the same text goes to the database, or the statement is refused with the place and the
 * reason. It passes if it is one SELECT, INSERT, UPDATE or DELETE, if each name that could be a relation is an allowed table, and if each
 * function is reviewed.
 */
final class SqlJudge {

    private static final Map<DatabaseKind, Set<String>> REVIEWED = new EnumMap<>(Map.of(DatabaseKind.POSTGRESQL, reviewed("postgresql"),
            DatabaseKind.MYSQL, reviewed("mysql"), DatabaseKind.SQLITE, reviewed("sqlite")));

    private static final Set<String> FIRST = Set.of("select", "insert", "update", "delete", "with", "values");

    /** Words that begin a change. A list of statements without them runs in a read-only transaction. */
    private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "replace", "merge", "share");

    private static final Set<String> VERBS = Set.of("select", "insert", "update", "delete", "replace", "values", "table");

    /** PostgreSQL's types that name something in the database. Their arrays begin with an underscore. */
    private static final Set<String> NAMING_TYPES =
            words("regclass regcollation regdatabase regnamespace regoper regoperator regproc regprocedure regrole regtype");

    /** Words between INSERT or REPLACE and INTO. */
    private static final Set<String> BEFORE_INTO = words("ignore replace low_priority delayed high_priority or abort fail rollback");

    /** Reasons that are permission errors; the others are query errors. */
    private static final Set<String> FORBIDDEN = words("first into relation schema function system where word trim copies");

    /** Words that PostgreSQL takes as names of tables, though other products don't. */
    private static final Set<String> POSTGRESQL_NAMES = words("between delete drop exists insert set update values");
    private static final Set<String> BEFORE_TABLES = words("from join into only using table update");

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
        for (Object value : values) {
            if (!Filters.isScalar(value) && value != null) {
                throw DatabaseFailure.query("database.scalarParameters", number);
            }
        }
        for (int i = 0; i < tokens.size(); i++) {
            boolean changes = tokens.get(i).kind() == Kind.WORD && CHANGES.contains(tokens.get(i).text());
            reads &= !changes || SqlTokens.at(tokens, i + 1).isSymbol('(');
        }
        return new SqlStatement(text, new ArrayList<>(values));
    }

    private static DatabaseFailure refusal(int number, String text, Unclear unclear) {
        String before = text.substring(0, unclear.at);
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = before.length() - before.lastIndexOf('\n');
        Text reason = Text.of("database.sql." + unclear.reason, Arrays.stream(unclear.arguments).map(SqlJudge::shown).toArray());
        return FORBIDDEN.contains(unclear.reason) ? DatabaseFailure.permission("database.sql", number, line, column, reason)
                : DatabaseFailure.query("database.sql", number, line, column, reason);
    }

    private static Object shown(Object argument) {
        return argument instanceof String text && text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : argument;
    }

    /** One statement under judgement. */
    private final class Judged {

        private final String text;
        private final List<Token> tokens;
        private SqlKnown known;

        /**
         * For each depth of parentheses: the UPDATE or DELETE that has no WHERE yet, the first word of the statement, and whether WITH
         * begins it.
         */
        private final int[] change = new int[MOST_DEEP + 1];
        private final int[] verb = new int[MOST_DEEP + 1];
        private final boolean[] expression = new boolean[MOST_DEEP + 1];

        Judged(String text, List<Token> tokens) {
            this.text = text;
            this.tokens = tokens;
            Arrays.fill(change, -1);
            Arrays.fill(verb, -1);
        }

        void check() throws Unclear, DatabaseFailure, SQLException {
            form();
            driver();
            copies();
            known = SqlKnown.of(database, tokens.stream().filter(token -> token.isName() || token.kind() == Kind.STRING
                    && product == DatabaseKind.SQLITE)
                    .map(Token::text).distinct().toList());
            BitSet values = values();
            for (int i = 0; i < tokens.size(); i++) {
                if ((tokens.get(i).isName() || isNamingString(i)) && !values.get(i)) {
                    name(i);
                }
                if (product == DatabaseKind.SQLITE) {
                    new SqliteLimits(text, tokens).checkOperator(tokens.get(i));
                }
            }
        }

        /** Returns the names in an INSERT's list of columns, and texts in lists of values and arguments. They name no relation. */
        private BitSet values() {
            BitSet values = new BitSet();
            boolean[] rows = new boolean[MOST_DEEP + 2];
            boolean[] list = new boolean[MOST_DEEP + 2];
            int depth = 0;
            for (int i = 0; i < tokens.size(); i++) {
                Token before = token(i - 1);
                if (token(i).isSymbol('(')) {
                    depth++;
                    rows[depth] = before.is("values") || before.isSymbol(',') && token(i - 2).isSymbol(')') && rows[depth];
                    boolean call = before.isName() && !before.isReserved() && known.is(before.text(), "function", "foreign");
                    list[depth] = (rows[depth] || call || before.is("in")) && !token(i + 1).is("select") && !token(i + 1).is("with");
                } else if (token(i).isSymbol(')')) {
                    depth--;
                } else if (token(i).kind() == Kind.STRING && list[depth] && (before.isSymbol('(') || before.isSymbol(','))) {
                    values.set(i, !token(i + 1).isSymbol('.'));
                } else if (token(i).is("into")) {
                    int open = i + 2 + (token(i + 2).isSymbol('.') ? 2 : 0);
                    int close = open;
                    while (token(open).isSymbol('(') && token(close + 1).isName()
                            && (token(close + 2).isSymbol(',') || token(close + 2).isSymbol(')'))) {
                        close += 2;
                    }
                    if (token(close).isSymbol(')')) {
                        values.set(open + 1, close);
                    }
                }
            }
            return values;
        }

        private Token token(int place) {
            return SqlTokens.at(tokens, place);
        }

        /** Checks the words and parentheses: one statement of data, with INTO, UPDATE and DELETE where they belong. */
        private void form() throws Unclear {
            int first = 0;
            while (token(first).isSymbol('(')) {
                first++;
            }
            boolean replaces = token(first).is("replace") && product != DatabaseKind.POSTGRESQL;
            if (first >= tokens.size() || token(first).kind() != Kind.WORD || !FIRST.contains(token(first).text()) && !replaces) {
                throw new Unclear(token(first).at(), "first");
            }
            int depth = 0;
            for (int i = 0; i < tokens.size(); i++) {
                Token token = tokens.get(i);
                if (token.isSymbol('(') || token.isSymbol('[')) {
                    if (++depth > MOST_DEEP) {
                        throw new Unclear(token.at(), "deep", MOST_DEEP);
                    }
                    verb[depth] = -1;
                    expression[depth] = false;
                } else if (token.isSymbol(')') || token.isSymbol(']')) {
                    unfiltered(depth--);
                    if (depth < 0) {
                        throw new Unclear(token.at(), "parentheses");
                    }
                } else if (token.isSymbol(';') && i < tokens.size() - 1) {
                    throw new Unclear(token.at(), "one");
                } else if (token.kind() == Kind.WORD) {
                    word(i, depth);
                }
            }
            if (depth > 0) {
                throw new Unclear(text.length(), "parentheses");
            }
            unfiltered(0);
        }

        private void word(int i, int depth) throws Unclear {
            Token token = tokens.get(i);
            boolean opens = i == 0 || token(i - 1).isSymbol('(');
            boolean begins = opens || token(i - 1).isSymbol(')') || isLateChange(i, depth);
            if (opens) {
                expression[depth] = token.is("with");
            }
            if (opens && !token.is("with") || begins && expression[depth] && verb[depth] < 0 && VERBS.contains(token.text())) {
                verb[depth] = i;
            }
            switch (token.text()) {
                case "update", "delete" -> {
                    if (begins) {
                        unfiltered(depth);
                        change[depth] = i;
                    }
                }
                case "merge" -> {
                    if (begins) {
                        throw new Unclear(token.at(), "first");
                    }
                }
                case "where" -> change[depth] = token(i - 1).is("as") ? change[depth] : -1; // AS WHERE is an alias
                case "into" -> {
                    int before = i - 1;
                    while (before > verb[depth] && BEFORE_INTO.contains(token(before).text())) {
                        before--;
                    }
                    if (verb[depth] < 0 || before != verb[depth] || !token(before).is("insert") && !token(before).is("replace")) {
                        throw new Unclear(token.at(), "into");
                    }
                }
                case "procedure", "operator", "treat" -> { // TREAT (x AS f) calls the function f
                    if (product == DatabaseKind.MYSQL && token.is("procedure") || product == DatabaseKind.POSTGRESQL
                            && token(i + 1).isSymbol('(')) {
                        throw new Unclear(token.at(), "word", token.text());
                    }
                }
                default -> {
                    // judged as a name
                }
            }
        }

        /** Returns whether a change follows WITH and PostgreSQL's SEARCH or CYCLE, which end with a name. */
        private boolean isLateChange(int i, int depth) {
            Token before = token(i - 1);
            boolean key = before.is("key") && (token(i - 2).is("no") || token(i - 2).is("duplicate"));
            boolean clause = before.is("for") || before.is("do") || key;
            return expression[depth] && (token(i).is("delete") || token(i).is("update") && !clause);
        }

        private void unfiltered(int depth) throws Unclear {
            if (depth >= 0 && change[depth] >= 0) {
                throw new Unclear(tokens.get(change[depth]).at(), "where", tokens.get(change[depth]).text().toUpperCase(Locale.ROOT));
            }
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
            if (!same) {
                throw new Unclear(0, "driver");
            }
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

        /** Returns the bytes at which MySQL's driver should find parameters. */
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
            if (copies > MOST_COPIES) {
                throw new Unclear(0, "copies", MOST_COPIES);
            }
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
            if (beforePoint && known.is(name, "schema")) {
                throw new Unclear(token.at(), "schema", name);
            }
            boolean column = afterPoint && !known.is(token(i - 2).text(), "schema", "home");
            boolean reserved = token.isReserved() && !isPostgresqlTable(i);
            if (beforePoint && product == DatabaseKind.MYSQL && (reserved || token(i + 1).at() != token.end())) {
                throw new Unclear(token(i + 1).at(), "symbol", "."); // MySQL takes .name as a table of the own schema
            }
            boolean module = product == DatabaseKind.SQLITE && REVIEWED.get(product).contains(name);
            boolean denied = known.is(name, "table") ? !database.catalogue().allows(name) : known.is(name, "relation") && !module;
            Token before = token(i - 1);
            Token next = token(i + 1);
            boolean compared = next.isSymbol('=') || next.isSymbol('<') || next.isSymbol('>');
            boolean operand = compared && !before.is("in") && !before.isSymbol(':') && !afterPoint;
            if (denied && !column && !reserved && !operand) {
                throw new Unclear(token.at(), "relation", name);
            }
            if (call && !isPlain(i) || afterPoint && product == DatabaseKind.POSTGRESQL) {
                function(i, name, call, afterPoint);
            }
        }

        private boolean isPostgresqlTable(int i) {
            Token before = token(i - 1);
            Token next = token(i + 1);
            boolean first = before.kind() == Kind.WORD && BEFORE_TABLES.contains(before.text()) && !token(i - 2).is("do");
            boolean verb = token(i).is("update") || token(i).is("delete") || next.is("into");
            boolean listed = before.isSymbol(',') || before.isSymbol('(') && !verb;
            return product == DatabaseKind.POSTGRESQL && POSTGRESQL_NAMES.contains(token(i).text())
                    && (first || listed && !next.isSymbol('('));
        }

        private void system(Token token, String name, boolean call) throws Unclear {
            boolean system = switch (product) {
                case POSTGRESQL -> name.startsWith("pg_") && !(call && REVIEWED.get(product).contains(name))
                        || NAMING_TYPES.contains(name.startsWith("_") ? name.substring(1) : name);
                case SQLITE -> name.startsWith("sqlite_") || name.startsWith("pragma_");
                default -> false;
            };
            if (system) {
                throw new Unclear(token.at(), "system", name);
            }
        }

        /** Returns whether the name before a parenthesis is a table with its columns, an alias or a common table expression. */
        private boolean isPlain(int i) {
            if (product != DatabaseKind.MYSQL) {
                return false;
            }
            String name = tokens.get(i).text();
            int before = token(i - 1).isSymbol('.') ? i - 3 : i - 1;
            boolean ignores = BEFORE_INTO.contains(token(before).text()) && !token(before).is("or");
            boolean columns = token(before).is("into") || token(before).is("insert") || ignores;
            return columns && known.is(name, "table") && !known.is(name, "foreign") || token(i - 1).is("as")
                    || isExpression(i);
        }

        /**
         * Returns whether the name begins a common table expression: {@code name (a, b) as (}. In PostgreSQL only {@code not materialized}
         * counts, because others aren't copied.
         */
        private boolean isExpression(int i) {
            int next = i + 1;
            if (token(next).isSymbol('(')) {
                for (next++; token(next).isName() || token(next).isSymbol(','); ) {
                    next++;
                }
                if (!token(next++).isSymbol(')')) {
                    return false;
                }
            }
            if (!token(next++).is("as")) {
                return false;
            }
            boolean copied = product != DatabaseKind.POSTGRESQL || token(next).is("not");
            next += token(next).is("not") ? 1 : 0;
            next += token(next).is("materialized") ? 1 : 0;
            return copied && token(next).isSymbol('(');
        }

        /** In MySQL each name before a parenthesis is a function, and one after a point is no function of MySQL. */
        private void function(int i, String name, boolean call, boolean afterPoint) throws Unclear {
            Token token = tokens.get(i);
            boolean exists = product == DatabaseKind.MYSQL ? call : known.is(name, "function", "foreign");
            if (exists && (!REVIEWED.get(product).contains(name) || known.is(name, "foreign") || afterPoint
                    && product == DatabaseKind.MYSQL)) {
                throw new Unclear(token.at(), "function", name);
            }
            if (product == DatabaseKind.SQLITE) {
                new SqliteLimits(text, tokens).checkFunction(i, name);
            }
        }
    }

    private static Set<String> reviewed(String product) {
        try (InputStream in = SqlJudge.class.getResourceAsStream("/dev/caravan/database/functions-" + product + ".txt")) {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return words(all.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining(" ")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> words(String words) {
        return Set.of(words.strip().split("\\s+"));
    }
}
