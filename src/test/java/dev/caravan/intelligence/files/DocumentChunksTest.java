package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes, settings and manuals are cut at their routes, keys and headings. */
class DocumentChunksTest {

    @Test
    void everyRouteIsAChunk() {
        String steps = "      - log:\n          message: something that is said at length, so that it counts for something\n".repeat(6);
        String text = "# What is first\n- route:\n    id: one\n    steps:\n" + steps + "- route:\n    id: two\n    steps:\n" + steps
                + "# About the third\n- routeTemplate:\n    id: three\n    steps:\n" + steps;
        List<CodeChunk> chunks = CodeChunker.cut("routes/call/some.camel.yaml", text);

        assertThat(chunks).extracting(CodeChunk::title).containsExactly("routes call some route one", "routes call some route two",
                "routes call some routeTemplate three");
        assertThat(chunks).extracting(chunk -> chunk.text().lines().findFirst().orElseThrow()).containsExactly("# What is first",
                "- route:", "# About the third");
    }

    @Test
    void settingsAreSplitAtTopLevelKeys() throws IOException {
        List<CodeChunk> chunks = CodeChunker.cut("config/application.yaml", Files.readString(Path.of("config/application.yaml")));

        assertThat(chunks).filteredOn(chunk -> chunk.title().contains("caravan web-search")).isNotEmpty().first()
                .satisfies(chunk -> assertThat(chunk.text()).contains("searxng-url:").doesNotContain("ontology-query-url"));
    }

    @Test
    void manualsAreSplitAtHeadingsButNotInExamples() {
        String prose = "A sentence that explains something to whoever reads it.\n".repeat(10);
        String text = "# Tool\n\nShort.\n\n## Install\n" + prose + "```\n# not a heading\n" + prose + "```\n\n## Use\n" + prose
                + "### Options\n" + prose + "Old style\n---------\n" + prose;
        List<CodeChunk> chunks = CodeChunker.cut("docs/guide/README.md", text);

        assertThat(chunks).extracting(CodeChunk::title).containsExactly("docs guide README Tool, Install", "docs guide README Use",
                "docs guide README Use Options");
        assertThat(chunks.get(0).text()).contains("# not a heading");
    }

    /** A pattern with backtracking would take hours for such a line. */
    @Test
    @Timeout(60)
    void longLineOfSpacesIsReadAtOnce() {
        String prose = "A sentence that explains something to whoever reads it.\n".repeat(10);

        assertThat(CodeChunker.cut("a.md", "# First ##\n" + prose + "# " + " ".repeat(3_500) + "\u2028\n" + prose))
                .extracting(CodeChunk::title).contains("a First");
    }

    @Test
    void underlinedHeadingsCount() {
        String prose = "A sentence that explains something to whoever reads it.\n".repeat(10);

        assertThat(CodeChunker.cut("a.md", "Title\n=====\n\n" + prose + "\nSecond part\n---\n\n" + prose)).extracting(CodeChunk::title)
                .containsExactly("a Title", "a Second part");
    }
}
