package dev.caravan.intelligence.code;

import java.util.List;

/**
 * What a file declares about itself.
 *
 * @param path     relative to the workspace, with {@code /}
 * @param module   the package that it declares (Java, Go); empty if its path is the module
 */
public record SourceFile(String path, Language language, String module, List<Import> imports) {
}
