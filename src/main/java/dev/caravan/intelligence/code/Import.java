package dev.caravan.intelligence.code;

/**
 * A name that a file takes from elsewhere.
 *
 * @param name   as the file knows it; {@code *} for all names of the module; empty where only the module is loaded
 * @param module as written: {@code com.example}, {@code ./util}, {@code .pkg.mod}, {@code example.com/mod/pkg}
 * @param member which of the module's names it is; empty where it is the module itself, {@code *} with all names, {@code default} for a default export
 */
public record Import(String name, String module, String member) {
}
