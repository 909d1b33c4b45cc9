package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The number of arguments decides which of several constructors a call means; the file does not say it of those with the same number. */
class CallOverloadsTest extends CallTargetsTest {

    @Test
    void constructorsOfOneNumberOfArgumentsAreUncertainAndTheTypeIsTheImplicitOne() {
        file("Box.java", "class Box { Box(int size) { } Box(String name) { this(name.length()); } }");
        file("Lid.java", "class Lid extends Box { Lid() { super(\"lid\"); } }");
        file("Tag.java", "class Tag { }");
        file("Use.java",
                "class Use { void run() { new Box(1); new Lid(); new Tag(); } Object later() { return make(Box::new, Tag::new); } }");

        assertThat(targets("Use.run", "Box")).containsExactly("Box.java#Box.Box(int) ?", "Box.java#Box.Box(String) ?");
        assertThat(targets("Use.run", "Lid")).containsExactly("Lid.java#Lid.Lid()");
        assertThat(targets("Use.run", "Tag")).containsExactly("Tag.java#Tag");
        assertThat(targets("Lid.Lid", "Box")).containsExactly("Box.java#Box.Box(int) ?", "Box.java#Box.Box(String) ?");
        assertThat(targets("Box.java#Box.Box(String)", "Box")).containsExactly("Box.java#Box.Box(int)");
        assertThat(targets("Use.later", "Box")).containsExactly("Box.java#Box.Box(int) ?", "Box.java#Box.Box(String) ?");
        assertThat(targets("Use.later", "Tag")).containsExactly("Tag.java#Tag");
    }
}
