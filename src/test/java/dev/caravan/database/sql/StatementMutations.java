package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes statements around a table {@code canary} and a file that a tool must not reach. They mix quotes, escapes, comments, marks of
 * parameters and variables, line breaks, unusual letters and blanks of Unicode into everyday and hostile statements, and into texts of
 * their own.
 */
final class StatementMutations {

    private static final List<String> NOISE = List.of("'", "''", "\"", "\"\"", "`", "``", "\\", "\\'", "\\\\", "--", "-- ", "--\n", "#",
            "# ", "/*", "*/", "/**/", "/*/", "/*!", "/*!50000 ", "/*!99999 ", "/*M!",
            "/*M!100100 ", "/*+", "//", "@", "@@", "@a", "{", "}", "{d '", "{fn ", "$", "$$", "$a$", "$1", "E'", "e'", "U&'", "U&\"", "N'",
            "x'", "b'", "q'", "_gbk'", "_binary'", "_utf8mb4 ", "?", "??", "?1",
            ":a", "::", ":=", ";", ";;", "\n", "\r", "\r\n", "\t", "\f", "\u000b", "\0", "\u0085", "\u00a0", "\u2028", "\u3000", "\ufeff",
            "\u200b", "\u3164", "\u00ad", "\u202e", "\ud800", "\ud83d\ude00", "\u212a", "\u017f",
            "\u0130", "ｃ", "é", "表", "(", ")", "[", "]", ",", ".", "..", ".1", "1.", "1e", "0x", "1_", "-", "+", "*", "/", "|", "||", "&",
            "!", "~", "^", "%", "=", "<", ">", " ", "  ", "\\N", "\\0", "\\x5c");

    private static final List<String> PARTS = List.of("canary", "CANARY", "\"canary\"", "`canary`", "[canary]", "'canary'", ".canary",
            "public.canary", "main.canary", "sqljudge.canary", "sqljudge_secret.canary2", "secret.canary2",
            "peek", "vpeek", "canary_id_seq", "s_canary", "(select max(v) from canary)", "(select v from canary limit 1)",
            " union select v from canary", " union select v from canary -- ", ", (select max(v) from canary) as y",
            "(table canary)", "from canary", "join canary on 1 = 1", "as canary", "with canary as (select 1 as v) ", "load_file('FILE')",
            "pg_read_file('FILE')", "('FILE'::text).pg_read_file", "readfile('FILE')", "'canary'::regclass",
            "f_canary()", "secret.f_canary()", "sqljudge_secret.f_canary()", "query_to_xml('select * from canary', true, false, '')",
            "current_setting('data_directory')", "@@datadir", "set_config('search_path', 'secret', true)",
            "into canary3", "into outfile 'FILE2'", "; delete from canary", "; select v from canary",
            "update canary set v = 'x' where true", "delete from canary where true", "(delete from canary where true returning v)",
            "null::canary", "accounts.canary", "a.*", "canary.*", "canary.v", "select", "from", "where", "as", "in", "is null", "end",
            "'x\n'", "'-- '", "\"-- \"", "'/*'", "'*/'", "\"'\"", "'\"'", "1", "id", "name", "accounts", "a");

    private static final List<String> TEMPLATES = List.of("select %s as a, name from accounts", "select '%s' as a, %s as b from accounts",
            "select \"%s\" as a, %s as b from accounts", "select id /* %s */ %s from accounts",
            "select id -- %s\n %s from accounts", "select id # %s\n %s from accounts",
            "select * from accounts where name = '%s' or id = %s", "select E'%s' as a, %s as b", "select $$%s$$ as a, %s as b",
            "select `%s` from accounts %s",
            "select [%s] from accounts %s", "select id from accounts %s", "select id from accounts a, %s z",
            "insert into accounts (id, note) values (77, '%s'), (78, %s)", "update accounts set note = '%s' %s where id = 1",
            "delete from accounts where name = '%s' %s", "with %s as (select 1 as v) select * from %s",
            "select 'a%s' as a, 'b%s' as b, %s as c", "select x'%s' as a, %s as b", "select name%s, 'x%s from accounts");

    private final Random random;
    private final List<String> seeds = new ArrayList<>();
    private final String file;

    StatementMutations(DatabaseKind product, Random random, String file) {
        this.random = random;
        this.file = file;
        String name = product.name().toLowerCase(java.util.Locale.ROOT);
        seeds.addAll(JudgedDatabase.lines("everyday-" + name + ".txt"));
        seeds.addAll(JudgedDatabase.lines("hostile-" + name + ".txt"));
        seeds.removeIf(seed -> seed.contains("last_insert")); // differs from one connection of a pool to the next
    }

    String next() {
        String made = switch (random.nextInt(8)) {
            case 0, 1 -> template();
            case 2 -> spliced();
            case 3, 4, 5 -> gentle(any(seeds));
            default -> mutated(any(seeds), 1 + random.nextInt(3));
        };
        return made.replace("FILE2", file + ".2").replace("FILE", file);
    }

    private String template() {
        String made = any(TEMPLATES);
        while (made.contains("%s")) {
            int at = made.indexOf("%s");
            made = made.substring(0, at) + text() + made.substring(at + 2);
        }
        return made;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(any(random.nextBoolean() ? NOISE : PARTS)).append(random.nextBoolean() ? " " : "");
        }
        return text.toString().replace("%s", "");
    }

    /**
     * Changes a statement where it may stay valid: blanks become comments, texts get other characters, names another case, the end a
     * comment.
     */
    private String gentle(String statement) {
        String made = statement;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int blank = made.indexOf(' ', random.nextInt(made.length()));
            int text = made.indexOf('\'', random.nextInt(made.length()));
            String noise = text();
            made = switch (random.nextInt(7)) {
                case 0 -> blank < 0 ? made
                        : made.substring(0, blank)
                                + any(List.of("/* " + noise + " */", "\n", "\t", " -- " + noise + "\n", " # " + noise + "\n", "/**/", "  "))
                                + made.substring(blank + 1);
                case 1 -> text < 0 ? made : made.substring(0, text + 1) + noise.replace("'", "''") + made.substring(text + 1);
                case 2 -> text < 0 ? made : made.substring(0, text + 1) + noise + made.substring(text + 1);
                case 3 -> made
                        + any(List.of(" -- " + noise, ";", " /* " + noise + " */", "\n", " # " + noise, " limit 3",
                                " union all " + statement));
                case 4 -> made.toUpperCase(java.util.Locale.ROOT);
                case 5 -> made.replaceFirst("select ",
                        "select '" + java.util.regex.Matcher.quoteReplacement(noise.replace("'", "''")) + "' as txt, ");
                default -> made.replaceFirst("\\baccounts\\b", any(List.of("accounts a1", "\"accounts\"", "`accounts`", "[accounts]",
                        "accounts as \"a b\"", "public.accounts", "main.accounts", "(select * from accounts)")));
            };
        }
        return made;
    }

    private String spliced() {
        String first = any(seeds);
        String second = any(seeds);
        return first.substring(0, random.nextInt(first.length())) + any(NOISE) + second.substring(random.nextInt(second.length()));
    }

    private String mutated(String statement, int times) {
        String made = statement;
        for (int i = 0; i < times && !made.isEmpty(); i++) {
            int at = random.nextInt(made.length() + 1);
            int end = Math.min(made.length(), at + random.nextInt(6));
            made = switch (random.nextInt(6)) {
                case 0 -> made.substring(0, at) + any(NOISE) + made.substring(at);
                case 1 -> made.substring(0, at) + any(PARTS) + made.substring(at);
                case 2 -> made.substring(0, at) + made.substring(end);
                case 3 -> made.substring(0, at) + any(NOISE) + made.substring(end);
                case 4 -> made.replaceFirst("accounts|orders|name|note",
                        random.nextBoolean() ? "canary" : java.util.regex.Matcher.quoteReplacement(any(PARTS)));
                default -> made.replaceFirst(" ", java.util.regex.Matcher.quoteReplacement(any(NOISE)));
            };
        }
        return made;
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
