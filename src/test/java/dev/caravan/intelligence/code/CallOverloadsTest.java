package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The arguments of a call decide which of several constructors and overloads it means. */
class CallOverloadsTest extends CallTargetsTest {

    @Test
    void argumentsSelectConstructorsAndTheTypeIsTheImplicitOne() {
        file("Box.java", "class Box { Box(int size) { } Box(String name) { this(name.length()); } }");
        file("Lid.java", "class Lid extends Box { Lid() { super(\"lid\"); } }");
        file("Tag.java", "class Tag { }");
        file("Use.java", "class Use { void run() { new Box(1); new Lid(); new Tag(); } Object later() { return make(Box::new, Tag::new); } }");

        assertThat(targets("Use.run", "Box")).containsExactly("Box.java#Box.Box(int)");
        assertThat(targets("Use.run", "Lid")).containsExactly("Lid.java#Lid.Lid()");
        assertThat(targets("Use.run", "Tag")).containsExactly("Tag.java#Tag");
        assertThat(targets("Lid.Lid", "Box")).containsExactly("Box.java#Box.Box(String)");
        assertThat(targets("Box.java#Box.Box(String)", "Box")).containsExactly("Box.java#Box.Box(int)");
        assertThat(targets("Use.later", "Box")).containsExactly("Box.java#Box.Box(int)", "Box.java#Box.Box(String)");
        assertThat(targets("Use.later", "Tag")).containsExactly("Tag.java#Tag");
    }

    @Test
    void typesOfArgumentsSelectOverloads() {
        file("Out.java", """
                class Out {
                    void put(int n) { }
                    void put(long n) { }
                    void put(String s) { }
                    void put(Shape s) { }
                    void put(Object o) { }
                    void put(String s, Object... rest) { }
                }
                """);
        file("Shape.java", "interface Shape { String name(); long area(); Shape half(); }");
        file("Round.java", "record Round(String label, long size) implements Shape { }");
        file("Use.java", """
                class Use {
                    Out out;
                    void number() { out.put(1); }
                    void large(long n) { out.put(n); }
                    void text() { out.put("a" + 1); }
                    void below(Round round) { out.put(round); }
                    void other(Use use) { out.put(use); }
                    void many(Object o) { out.put("a", o, o); }
                    void given(Shape shape) { out.put(shape.half()); }
                    void component(Round round) { out.put(round.label()); }
                }
                """);

        assertThat(targets("Use.number", "put")).containsExactly("Out.java#Out.put(int)");
        assertThat(targets("Use.large", "put")).containsExactly("Out.java#Out.put(long)");
        assertThat(targets("Use.text", "put")).containsExactly("Out.java#Out.put(String)");
        assertThat(targets("Use.below", "put")).containsExactly("Out.java#Out.put(Shape)");
        assertThat(targets("Use.other", "put")).containsExactly("Out.java#Out.put(Object)");
        assertThat(targets("Use.many", "put")).containsExactly("Out.java#Out.put(String,Object...)");
        assertThat(targets("Use.given", "put")).containsExactly("Out.java#Out.put(Shape)");
        assertThat(targets("Use.component", "put")).containsExactly("Out.java#Out.put(String)");
    }
}
