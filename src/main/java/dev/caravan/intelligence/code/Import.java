package dev.caravan.intelligence.code;

/**
 * A name that a file imports.
 *
 * @param name   as the file uses it; {@code *} for all names of the module; empty if the file only loads the module
 * @param module as written: {@code com.example}, {@code ./util}, {@code .pkg.mod}, {@code example.com/mod/pkg}
 * @param member the imported name of the module; empty for the module itself, {@code *} for all names, {@code default} for a default export
 */
public record Import(String name, String module, String member) {
}
