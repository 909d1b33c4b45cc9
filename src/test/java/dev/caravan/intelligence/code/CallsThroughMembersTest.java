package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The resolver follows calls through fields, enclosing types, static imports and method references. */
class CallsThroughMembersTest extends CallTargetsTest {

    @Test
    void ownInheritedAndForeignFieldsAreFollowed() {
        file("Repo.java", "class Repo { void save() { } }");
        file("Base.java", "class Base { protected Repo repo; }");
        file("Order.java", "class Order { Customer customer; }");
        file("Customer.java", "class Customer { void greet() { } static final Customer NOBODY = null; }");
        file("Shop.java", """
                class Shop extends Base {
                    void run(Order order) { repo.save(); this.repo.save(); order.customer.greet(); Customer.NOBODY.greet(); }
                    class Inner { void deep() { repo.save(); } }
                }
                """);

        assertThat(targets("Shop.run", "save")).containsExactly("Repo.java#Repo.save()", "Repo.java#Repo.save()");
        assertThat(targets("Shop.run", "greet")).containsExactly("Customer.java#Customer.greet()", "Customer.java#Customer.greet()");
        assertThat(targets("Shop.Inner.deep", "save")).containsExactly("Repo.java#Repo.save()");
    }

    @Test
    void newObjectSaysItsTypeAndAReturnedOneDoesNot() {
        file("Order.java", "record Order(Line line) { void ship() { } }");
        file("Line.java", "class Line { void check() { } void ship() { } }");
        file("Use.java", """
                class Use {
                    void component(Order order) { order.line().check(); }
                    void made() { new Order(null).ship(); }
                }
                """);

        assertThat(targets("Use.component", "check")).containsExactly("Line.java#Line.check() ?");
        assertThat(targets("Use.made", "ship")).containsExactly("Order.java#Order.ship()");
    }

    @Test
    void simpleNameResolvesToTheNearestTypeThenStaticImports() {
        file("u/Tools.java", "package u; public class Tools { public static void trim(String s) { } public static void log() { } }");
        file("u/Outer.java", """
                package u;
                import static u.Tools.*;
                class Outer {
                    void log() { }
                    static class Inner extends Parent { void run() { log(); trim("x"); inherited(); Runnable r = () -> log(); unknown(); } }
                }
                """);
        file("u/Parent.java", "package u; class Parent { void inherited() { } }");

        assertThat(targets("Outer.Inner.run", "log")).containsExactly("u/Outer.java#Outer.log()");
        assertThat(targets("Outer.Inner.run", "trim")).containsExactly("u/Tools.java#Tools.trim(String)");
        assertThat(targets("Outer.Inner.run", "inherited")).containsExactly("u/Parent.java#Parent.inherited()");
        assertThat(targets("Outer.Inner.run", "unknown")).isEmpty();
    }

    @Test
    void methodReferencesAreCalls() {
        file("Use.java", """
                class Use {
                    void run(java.util.List<String> all, Use other) { all.forEach(this::one); all.forEach(Use::two); \
                all.forEach(other::three); all.forEach(String::length); }
                    void one(String s) { }
                    static void two(String s) { }
                    void three(String s) { }
                    int length() { return 1; }
                }
                """);

        assertThat(targets("Use.run", "one")).containsExactly("Use.java#Use.one(String)");
        assertThat(targets("Use.run", "two")).containsExactly("Use.java#Use.two(String)");
        assertThat(targets("Use.run", "three")).containsExactly("Use.java#Use.three(String)");
        assertThat(targets("Use.run", "length")).isEmpty();
    }
}
