package dev.caravan.guide;

import dev.caravan.Needs;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who has a database and types what README says has a tool of its own, a key and a client after it. The tutorial goes on from there. */
@Tag("nightly")
class OwnProjectTest {

    static final String TUTORIAL = "guides/first-project.md";

    @Test
    void readmeAndTutorialLeadFromNothingToATeam() throws Exception {
        Needs.program(Path.of("/usr/bin/curl"), "curl");
        Needs.program(Path.of("/usr/bin/git"), "git");

        PageWalk.through(new ProjectPlace(), GuidePage.named("README.md").section(GuidePage.OWN_PROJECT, true), GuidePage.of(TUTORIAL));
    }
}
