package dev.caravan.intelligence.code;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A stretch of a file in which names hold.
 *
 * @param definition null where it is none of its own, but a block
 * @param variables  declared in it
 * @param bounds     of its type variables
 * @param own        functions of a class without a name, which are no definitions of their own; null elsewhere
 * @param supertype  of a class without a name
 */
record LexicalScope(Draft definition, Map<String, Variable> variables, Map<String, String> bounds, Set<String> own, String supertype) {

    static LexicalScope of(Draft definition) {
        return new LexicalScope(definition, new HashMap<>(), new HashMap<>(), null, "");
    }

    static LexicalScope block() {
        return of(null);
    }

    static LexicalScope nameless(Set<String> own, String supertype) {
        return new LexicalScope(null, new HashMap<>(), new HashMap<>(), own, supertype);
    }
}
