package dev.caravan.database.sql;

import dev.caravan.database.sql.SqlTokens.Kind;
import dev.caravan.database.sql.SqlTokens.Token;
import dev.caravan.database.sql.SqlTokens.Unclear;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Refuses functions of a caller's statement with which SQLite ends the process, or a call that nothing can end. SQLite calls itself for
 * each level of a value and of a path in JSON. Its parser of text limits the depth; JSON in bytes and paths have no limit. The time of a
 * trim is the product of the lengths of its arguments.
 */
record SqliteLimits(String text, List<Token> tokens) {

    /** Functions that make what a path names. */
    private static final Set<String> MAKING_PATHS = Set.of("json_set", "json_insert", "json_replace", "json_array_insert");

    /** Characters of a path. */
    private static final int LONGEST_PATH = 1_000;

    /** Characters of the second argument of a trim. */
    private static final int MOST_TRIMMED = 100;

    /** Checks the operator at a token, if it reads JSON. */
    void checkOperator(Token token) throws Unclear {
        Unclear.when(text.startsWith("->", token.at()) && hasBytes(), token.at(), "json", "->", LONGEST_PATH);
    }

    /** Checks the call of a function. @param i index of its name */
    void checkFunction(int i, String name) throws Unclear {
        List<Token> arguments = arguments(i + 2);
        Unclear.when(name.endsWith("trim") && arguments.size() > 1 && (arguments.size() > 2 || !isText(arguments.get(1), MOST_TRIMMED)),
                tokens.get(i).at(), "trim", name, MOST_TRIMMED);
        boolean paths = true;
        for (int path = 1; MAKING_PATHS.contains(name) && path < arguments.size(); path += 2) {
            paths &= isText(arguments.get(path), LONGEST_PATH);
        }
        Unclear.when(name.startsWith("json") && (hasBytes() || !paths), tokens.get(i).at(), "json", name, LONGEST_PATH);
    }

    private static boolean isText(Token argument, int most) {
        return argument.kind() == Kind.STRING && argument.text().length() <= most;
    }

    private boolean hasBytes() {
        return tokens.stream().anyMatch(token -> token.is("blob") || token.is("x") && text.startsWith("'", token.end()));
    }

    /** Returns the only token of each argument of a call; a blank for an argument of several tokens. */
    private List<Token> arguments(int first) {
        List<Token> arguments = new ArrayList<>();
        int from = first;
        for (int next = first, depth = 1; depth > 0 && next < tokens.size(); next++) {
            depth += tokens.get(next).isSymbol('(') ? 1 : tokens.get(next).isSymbol(')') ? -1 : 0;
            if (depth == 0 || depth == 1 && tokens.get(next).isSymbol(',')) {
                arguments.add(SqlTokens.at(tokens, next - from == 1 ? from : -1));
                from = next + 1;
            }
        }
        return arguments;
    }
}
