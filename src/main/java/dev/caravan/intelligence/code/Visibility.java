package dev.caravan.intelligence.code;

/** Decides by the rules of one language which definitions a name in a file can mean. */
interface Visibility {

    /** Returns the types that a name means, as it is written there, without type arguments. */
    Resolution types(String written, Place place);

    /** Returns the functions that a simple name calls, except members of the surrounding types. */
    Resolution functions(String name, Place place);

    /** Returns the meaning of a name in an import; null if {@code module} is not imported. */
    Resolution imported(String module, String name, Place place);

    /** Whether the type itself defines the method. */
    boolean defines(Symbol type, Symbol method);

    /** Whether wrong arguments exclude a definition even if it is the only one. */
    boolean countsArguments();
}
