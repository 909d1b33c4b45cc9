package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The type of its receiver decides which definitions a call means. */
class CallReceiversTest extends CallTargetsTest {

    @Test
    void interfaceMethodPrecedesItsImplementations() {
        file("a/Aardvark.java", "package a; class Aardvark extends Base implements Animal { public void speak() { } }");
        file("a/Base.java", "package a; class Base { }");
        file("a/Animal.java", "package a; interface Animal { void speak(); }");
        file("a/Puppy.java", "package a; class Puppy extends Dog { public void speak() { } }");
        file("a/Dog.java", "package a; abstract class Dog implements Animal { void play() { speak(); } }");
        file("a/Radio.java", "package a; class Radio { public void speak() { } }");
        file("b/Zoo.java", "package b; import a.Animal; class Zoo { void open(Animal animal) { animal.speak(); } }");

        assertThat(targets("Zoo.open", "speak")).containsExactly("a/Animal.java#Animal.speak()", "a/Aardvark.java#Aardvark.speak() ?",
                "a/Puppy.java#Puppy.speak() ?");
        assertThat(targets("Dog.play", "speak")).containsExactly("a/Animal.java#Animal.speak()", "a/Puppy.java#Puppy.speak() ?");
    }

    @Test
    void superResolvesToTheSuperclassOnly() {
        file("Base.java", "class Base { void run() { } }");
        file("Mid.java", "class Mid extends Base { void run() { super.run(); } }");
        file("Leaf.java", "class Leaf extends Mid { void run() { super.run(); } void go() { this.run(); } }");

        assertThat(targets("Mid.run", "run")).containsExactly("Base.java#Base.run()");
        assertThat(targets("Leaf.run", "run")).containsExactly("Mid.java#Mid.run()");
        assertThat(targets("Leaf.go", "run")).containsExactly("Leaf.java#Leaf.run()");
    }

    @Test
    void externalTypeResolvesToNothing() {
        file("a/Text.java",
                "package a; class Text { int length() { return 1; } void append(String s) { } static Text of(String s) { return null; } "
                        + "void compute() { } }");
        file("a/Use.java", """
                package a;
                import java.util.List;
                import org.other.Engine;
                class Use {
                    StringBuilder out;
                    void run(String s, Engine engine) { s.length(); out.append("x"); List.of("x"); engine.compute(); Engine.of("x"); \
                System.out.append("x"); }
                }
                """);

        assertThat(targets("Use.run", "length")).isEmpty();
        assertThat(targets("Use.run", "append")).isEmpty();
        assertThat(targets("Use.run", "of")).isEmpty();
        assertThat(targets("Use.run", "compute")).isEmpty();
    }

    @Test
    void unknownReceiverGoesToAllMethodsOfTheNameUnlessItIsAnEverydayName() {
        file("a.py", "def use(thing):\n    thing.polish()\n    thing.get()\n    thing.wash()\n");
        file("b.py",
                "class A:\n    def polish(self): pass\n    def get(self): pass\n    def wash(self): pass\nclass B:\n    def polish(self): "
                        + "pass\n    def wash(self): pass\n");
        file("c.py", "class C:\n    def wash(self): pass\nclass D:\n    def wash(self): pass\ndef polish(): pass\n");
        file("d.js", "class J { polish() {} }");

        assertThat(targets("use", "polish")).containsExactly("b.py#A.polish() ?", "b.py#B.polish() ?");
        assertThat(targets("use", "get")).isEmpty();
        assertThat(targets("use", "wash")).containsExactly("b.py#A.wash() ?", "b.py#B.wash() ?", "c.py#C.wash() ?", "c.py#D.wash() ?");
    }

    @Test
    void importsAndPackagesSelectAmongTypesOfOneName() {
        file("a/Order.java", "package a; public class Order { public void pay() { } }");
        file("b/Order.java", "package b; public class Order { public void pay() { } }");
        file("b/Shop.java", "package b; class Shop { void own(Order order) { order.pay(); } void full(a.Order order) { order.pay(); } }");
        file("c/Shop.java", "package c; import a.Order; class Shop { void imported(Order order) { order.pay(); } }");
        file("d/Shop.java", "package d; import b.*; class Shop { void wild(Order order) { order.pay(); } }");
        file("e/Shop.java", "package e; class Shop { void unseen(Order order) { order.pay(); } }");
        file("f/Shop.java", "package f; class Shop { void nested(Order order) { order.pay(); } class Order { void pay() { } } }");

        assertThat(targets("Shop.own", "pay")).containsExactly("b/Order.java#Order.pay()");
        assertThat(targets("Shop.full", "pay")).containsExactly("a/Order.java#Order.pay()");
        assertThat(targets("Shop.imported", "pay")).containsExactly("a/Order.java#Order.pay()");
        assertThat(targets("Shop.wild", "pay")).containsExactly("b/Order.java#Order.pay()");
        assertThat(targets("Shop.unseen", "pay")).isEmpty();
        assertThat(targets("Shop.nested", "pay")).containsExactly("f/Shop.java#Shop.Order.pay()");
    }

    @Test
    void typeVariableResolvesToItsBound() {
        file("Shape.java", "interface Shape { void scale(int by); }");
        file("Use.java",
                "class Use<S extends Shape> { S own; <T extends Shape> void run(T one) { one.scale(1); } void all(S one) { one.scale(2); }"
                        + " }");

        assertThat(targets("Use.run", "scale")).containsExactly("Shape.java#Shape.scale(int) ?");
        assertThat(targets("Use.all", "scale")).containsExactly("Shape.java#Shape.scale(int) ?");
    }

    @Test
    void callersAreTheCallsOfTheDefinition() {
        file("a/Animal.java", "package a; public interface Animal { void speak(); }");
        file("a/Dog.java", "package a; public class Dog implements Animal { public void speak() { } }");
        file("a/Radio.java", "package a; public class Radio { public void speak() { } }");
        file("a/Use.java",
                "package a; class Use { void one(Animal a) { a.speak(); } void two(Dog d) { d.speak(); } void three(Radio r) { r.speak(); "
                        + "} }");
        Symbol dog = graph.all().stream().filter(symbol -> symbol.qualified().equals("Dog.speak")).findFirst().orElseThrow();

        assertThat(new CallResolver(graph).callers(List.of(dog), 100).get(dog.id())).extracting(edge -> edge.symbol().id())
                .containsExactlyInAnyOrder("a/Use.java#Use.one(Animal)", "a/Use.java#Use.two(Dog)");
    }
}
