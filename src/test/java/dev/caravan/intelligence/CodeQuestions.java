package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Questions about jsoup, whose sources are a test dependency of a fixed version, with the files that answer them. */
public final class CodeQuestions {

    private CodeQuestions() {
    }

    /** Returns a list of {@code {question, files}}; each of the files is a right one. */
    public static JsonNode all() throws IOException {
        return new ObjectMapper().readTree(CodeQuestions.class.getResource("/retrieval/code-questions.json"));
    }

    /** Unpacks the sources into a folder. */
    public static void unpack(Path folder) throws IOException {
        URL one = CodeQuestions.class.getResource("/org/jsoup/Jsoup.java");
        JarFile jar = ((JarURLConnection) one.openConnection()).getJarFile();
        List<JarEntry> sources = jar.stream().filter(entry -> entry.getName().endsWith(".java")).toList();
        for (JarEntry source : sources) {
            Path file = folder.resolve(source.getName());
            Files.createDirectories(file.getParent());
            try (InputStream text = jar.getInputStream(source)) {
                Files.copy(text, file);
            }
        }
    }
}
