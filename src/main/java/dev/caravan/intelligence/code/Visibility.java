package dev.caravan.intelligence.code;

/** By the rules of one language, which definitions a name in a file can mean. */
interface Visibility {

    /** The types that a name means, as it is written there, without type arguments. */
    Resolution types(String written, Place place);

    /** What a name that stands alone calls, apart from members of the types around it. */
    Resolution functions(String name, Place place);

    /** What a name means in something imported; null if {@code module} is nothing imported. */
    Resolution imported(String module, String name, Place place);

    /** Whether the method is one that the type itself defines. */
    boolean defines(Symbol type, Symbol method);

    /** Whether arguments that do not fit rule a definition out, where there is no other. */
    boolean countsArguments();
}
