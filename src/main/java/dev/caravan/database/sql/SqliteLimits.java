package dev.caravan.database.sql;

import dev.caravan.database.sql.SqlTokens.Kind;
import dev.caravan.database.sql.SqlTokens.Token;
import dev.caravan.database.sql.SqlTokens.Unclear;
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
        if (text.startsWith("->", token.at()) && hasBytes()) {
            throw new Unclear(token.at(), "json", "->", LONGEST_PATH);
        }
    }

    /** Checks the call of a function. @param i index of its name */
    void checkFunction(int i, String name) throws Unclear {
        if (name.endsWith("trim") && !trimsFew(i)) {
            throw new Unclear(tokens.get(i).at(), "trim", name, MOST_TRIMMED);
        }
        if (name.startsWith("json") && !nestsLittle(i, name)) {
            throw new Unclear(tokens.get(i).at(), "json", name, LONGEST_PATH);
        }
    }

    private boolean nestsLittle(int i, String name) {
        if (hasBytes()) {
            return false;
        }
        int depth = 1;
        int argument = 0;
        for (int next = i + 2; MAKING_PATHS.contains(name) && depth > 0 && next < tokens.size(); next++) {
            depth += step(next);
            if (depth == 1 && token(next).isSymbol(',')) {
                Token path = token(next + 1);
                boolean plain = path.kind() == Kind.STRING && path.text().length() <= LONGEST_PATH && token(next + 2).isSymbol(',');
                if (++argument % 2 == 1 && !plain) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasBytes() {
        return tokens.stream().anyMatch(token -> token.is("blob") || token.is("x") && text.startsWith("'", token.end()));
    }

    private boolean trimsFew(int i) {
        int depth = 1;
        int next = i + 2;
        for (; depth > 1 || !token(next).isSymbol(',') && !token(next).isSymbol(')'); next++) {
            depth += step(next);
        }
        Token second = token(next + 1);
        boolean few = second.kind() == Kind.STRING && second.text().length() <= MOST_TRIMMED;
        return token(next).isSymbol(')') || few && token(next + 2).isSymbol(')');
    }

    private int step(int place) {
        return token(place).isSymbol('(') ? 1 : token(place).isSymbol(')') ? -1 : 0;
    }

    private Token token(int place) {
        return SqlTokens.at(tokens, place);
    }
}
