package dev.caravan.packaging;

import dev.langchain4j.model.embedding.onnx.bgesmallzhv15q.BgeSmallZhV15QuantizedEmbeddingModel;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.treesitter.TSLanguage;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterTsx;
import org.treesitter.TreeSitterTypescript;

/** Uses everything that brings native code along, for {@code .ci/package-check}: it must load where only /tmp can be written to. */
final class NativeLibraries {

    private NativeLibraries() {
    }

    public static void main(String[] args) throws Exception {
        try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            System.out.println("native: SQLite " + sqlite.getMetaData().getDatabaseProductVersion());
        }
        for (TSLanguage language : List.of(new TreeSitterGo(), new TreeSitterJava(), new TreeSitterJavascript(), new TreeSitterPython(),
                new TreeSitterTsx(),
                new TreeSitterTypescript())) {
            System.out.println("native: " + language.getClass().getSimpleName() + " with " + language.symbolCount() + " symbols");
        }
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("ai.djl.offline", "true");
        System.out.println(
                "native: a vector of " + new BgeSmallZhV15QuantizedEmbeddingModel().embed("text").content().vector().length + " numbers");
        System.exit(0);
    }
}
