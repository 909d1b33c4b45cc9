package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.guide.GuideBlock.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each block of README and guide is run, is the output of one that is run, or says why it can't run here. */
class GuideBlocksTest {

    private static List<GuideBlock> of(Kind kind) {
        return GuidePage.all().stream().flatMap(page -> GuideBlock.of(page).stream()).filter(block -> block.kind() == kind).toList();
    }

    @Test
    void everyBlockRunsOrSaysWhyNot() {
        assertThat(of(Kind.UNKNOWN))
                .as("blocks without a language that no command stands before: mark them <!-- log --> or <!-- not run: REASON -->")
                .isEmpty();
        assertThat(of(Kind.NOT_RUN)).allSatisfy(block -> assertThat(block.reason()).as(block.toString()).matches("\\S+ \\S.*"));
    }

    @Test
    void jsonSnippetsAreValid() {
        assertThat(GuidePage.all().stream().flatMap(page -> GuideBlock.of(page).stream())
                .filter(block -> block.kind() == Kind.SNIPPET && block.text().startsWith("{")))
                .allSatisfy(
                        block -> assertThat(ShownJson.values(block.text())).as(block.toString()).hasSize(1).noneMatch(JsonNode::isTextual));
    }

    @Test
    void mostCommandsRun() {
        assertThat(of(Kind.COMMAND)).hasSizeGreaterThan(of(Kind.NOT_RUN).size());
    }
}
