package dev.caravan.intelligence.code;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A part of a file in which names are valid.
 *
 * @param definition the definition of this scope; null for a block
 * @param variables  declared in it
 * @param bounds     of its type variables
 * @param own        functions of an anonymous class, which are not definitions; otherwise null
 * @param supertype  of an anonymous class
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
