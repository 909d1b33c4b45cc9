package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CallResolverTest {

    private final MemoryCodeGraph graph = new MemoryCodeGraph();
    private final SourceParser parser = new SourceParser();

    private void file(String path, String text) {
        try {
            graph.add(parser.parse(path, Language.of(path).orElseThrow(), text.getBytes(StandardCharsets.UTF_8)));
        } catch (UnparsableException e) {
            throw new AssertionError(e);
        }
    }

    /** Ids of what the definition's calls of the name mean. */
    private List<String> targets(String caller, String name) {
        Symbol symbol = graph.all().stream().filter(one -> one.qualified().equals(caller) || one.id().equals(caller)).findFirst().orElseThrow();
        Map<Call, List<Symbol>> targets = new CallResolver(graph).callees(List.of(symbol));
        assertThat(targets.keySet()).as("calls in " + caller).anyMatch(call -> call.name().equals(name));
        return targets.entrySet().stream().filter(entry -> entry.getKey().name().equals(name)).flatMap(entry -> entry.getValue().stream())
                .map(Symbol::id).toList();
    }

    @Test
    void anInterfacesMethodComesBeforeItsImplementations() {
        file("a/Aardvark.java", "package a; class Aardvark extends Base implements Animal { public void speak() { } }");
        file("a/Base.java", "package a; class Base { }");
        file("a/Animal.java", "package a; interface Animal { void speak(); }");
        file("a/Puppy.java", "package a; class Puppy extends Dog { public void speak() { } }");
        file("a/Dog.java", "package a; abstract class Dog implements Animal { void play() { speak(); } }");
        file("a/Radio.java", "package a; class Radio { public void speak() { } }");
        file("b/Zoo.java", "package b; import a.Animal; class Zoo { void open(Animal animal) { animal.speak(); } }");

        assertThat(targets("Zoo.open", "speak")).containsExactly("a/Animal.java#Animal.speak()", "a/Aardvark.java#Aardvark.speak()",
                "a/Puppy.java#Puppy.speak()");
        assertThat(targets("Dog.play", "speak")).containsExactly("a/Animal.java#Animal.speak()", "a/Puppy.java#Puppy.speak()");
    }

    @Test
    void superMeansTheTypeAboveAndNoneBelow() {
        file("Base.java", "class Base { void run() { } }");
        file("Mid.java", "class Mid extends Base { void run() { super.run(); } }");
        file("Leaf.java", "class Leaf extends Mid { void run() { super.run(); } void go() { this.run(); } }");

        assertThat(targets("Mid.run", "run")).containsExactly("Base.java#Base.run()");
        assertThat(targets("Leaf.run", "run")).containsExactly("Mid.java#Mid.run()");
        assertThat(targets("Leaf.go", "run")).containsExactly("Leaf.java#Leaf.run()");
    }

    @Test
    void aKnownTypeFromOutsideTheWorkspaceMeansNothingInIt() {
        file("a/Text.java", "package a; class Text { int length() { return 1; } void append(String s) { } static Text of(String s) { return null; } void compute() { } }");
        file("a/Use.java", """
                package a;
                import java.util.List;
                import org.other.Engine;
                class Use {
                    StringBuilder out;
                    void run(String s, Engine engine) { s.length(); out.append("x"); List.of("x"); engine.compute(); Engine.of("x"); System.out.append("x"); }
                }
                """);

        assertThat(targets("Use.run", "length")).isEmpty();
        assertThat(targets("Use.run", "append")).isEmpty();
        assertThat(targets("Use.run", "of")).isEmpty();
        assertThat(targets("Use.run", "compute")).isEmpty();
    }

    @Test
    void anUnknownReceiverMeansAtMostThreeDefinitionsOfRareNames() {
        file("a.py", "def use(thing):\n    thing.polish()\n    thing.get()\n    thing.wash()\n    thing.polish(1, 2, 3)\n");
        file("b.py", "class A:\n    def polish(self): pass\n    def get(self): pass\n    def wash(self): pass\nclass B:\n    def polish(self): pass\n    def wash(self): pass\n");
        file("c.py", "class C:\n    def wash(self): pass\nclass D:\n    def wash(self): pass\ndef polish(): pass\n");
        file("d.js", "class J { polish() {} }");

        assertThat(targets("use", "polish")).containsExactly("b.py#A.polish()", "b.py#B.polish()");
        assertThat(targets("use", "get")).isEmpty();
        assertThat(targets("use", "wash")).isEmpty();
    }

    @Test
    void typesOfOneNameAreToldApartByImportsAndPackages() {
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
    void constructorsAreChosenByArgumentsAndTheTypeStandsForAnUnwrittenOne() {
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
    void overloadsAreChosenByTypesOfVariablesLiteralsFieldsAndCalls() {
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

    @Test
    void fieldsAreFollowedAlsoInheritedOnesAndThoseOfOtherTypes() {
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
    void whatACallReturnsIsCalledOn() {
        file("Builder.java", "class Builder { Builder with(int n) { return this; } Order build() { return null; } static Builder start() { return new Builder(); } }");
        file("Order.java", "record Order(Line line) { void ship() { } }");
        file("Line.java", "class Line { void check() { } void ship() { } }");
        file("Use.java", """
                class Use {
                    void chain() { Builder.start().with(1).with(2).build().ship(); }
                    void held() { var order = Builder.start().build(); log(); order.ship(); }
                    void component(Order order) { order.line().check(); }
                    void made() { new Order(null).ship(); }
                    void log() { }
                }
                """);

        assertThat(targets("Use.chain", "ship")).containsExactly("Order.java#Order.ship()");
        assertThat(targets("Use.chain", "with")).containsExactly("Builder.java#Builder.with(int)", "Builder.java#Builder.with(int)");
        assertThat(targets("Use.held", "ship")).containsExactly("Order.java#Order.ship()");
        assertThat(targets("Use.component", "check")).containsExactly("Line.java#Line.check()");
        assertThat(targets("Use.made", "ship")).containsExactly("Order.java#Order.ship()");
    }

    @Test
    void aNameAloneMeansTheNearestTypeThatHasItThenStaticImports() {
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
                    void run(java.util.List<String> all, Use other) { all.forEach(this::one); all.forEach(Use::two); all.forEach(other::three); all.forEach(String::length); }
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

    @Test
    void aTypeVariableMeansItsBound() {
        file("Shape.java", "interface Shape { void scale(int by); }");
        file("Use.java", "class Use<S extends Shape> { S own; <T extends Shape> void run(T one) { one.scale(1); } void all(S one) { one.scale(2); } }");

        assertThat(targets("Use.run", "scale")).containsExactly("Shape.java#Shape.scale(int)");
        assertThat(targets("Use.all", "scale")).containsExactly("Shape.java#Shape.scale(int)");
    }

    @Test
    void pythonModulesAreFollowedByAliasPackageAndReexport() {
        file("app/__init__.py", "from .core import *\nfrom .io.disk import Disk as Drive\n");
        file("app/core.py", "def start(): pass\n");
        file("app/io/__init__.py", "");
        file("app/io/disk.py", "class Disk:\n    def spin(self): pass\n    @classmethod\n    def first(cls): return cls()\n");
        file("tools/start.py", "def start(): pass\n");
        file("tests/use.py", """
                import app.core as c
                import app.io.disk
                from app import start, Drive
                from tools.start import start as begin
                from os import path

                def aliased(): c.start()
                def dotted(): app.io.disk.Disk()
                def passed_on(): start()
                def renamed(): begin()
                def made(): Drive().spin()
                def built(): Drive.first()
                def outside(): path.start()
                def shadowed(start): start()
                """);

        assertThat(targets("aliased", "start")).containsExactly("app/core.py#start()");
        assertThat(targets("dotted", "Disk")).containsExactly("app/io/disk.py#Disk");
        assertThat(targets("passed_on", "start")).containsExactly("app/core.py#start()");
        assertThat(targets("renamed", "begin")).containsExactly("tools/start.py#start()");
        assertThat(targets("outside", "start")).isEmpty();
        assertThat(targets("Disk.first", "Disk")).containsExactly("app/io/disk.py#Disk");
        assertThat(new CallResolver(graph).callees(graph.all()).keySet()).noneMatch(call -> call.caller().contains("shadowed"));
    }

    @Test
    void pythonObjectsAreFollowedThroughAttributesAndInheritance() {
        file("a.py", """
                from b import Store

                class Base:
                    def __init__(self, store: Store):
                        self.store = store
                    def close(self): pass

                class Shop(Base):
                    def __init__(self):
                        super().__init__(Store())
                        self.backup = Store()
                    def run(self):
                        self.store.save()
                        self.backup.save()
                        self.close()
                        with Store() as other:
                            other.save()
                        local = Store()
                        local.save()
                """);
        file("b.py", "class Store:\n    def save(self): pass\n");

        assertThat(targets("Shop.run", "save")).hasSize(4).containsOnly("b.py#Store.save()");
        assertThat(targets("Shop.run", "close")).containsExactly("a.py#Base.close()");
        assertThat(targets("Shop.__init__", "Base")).containsExactly("a.py#Base.__init__(Store)");
    }

    @Test
    void scriptModulesAreFollowedByPathIndexAliasAndRequire() {
        file("src/lib/index.ts", "export { make as build } from './make';\nexport * from './open';\n");
        file("src/lib/make.ts", "export function make(): Tool { return new Tool(); }\nexport class Tool { use(): void {} }\n");
        file("src/lib/open.js", "export function open() {}\n");
        file("src/other/open.js", "module.exports = function open() {};\n");
        file("src/plain.js", "export default function () {}\n");
        file("src/use.ts", """
                import { build, open } from './lib';
                import * as lib from './lib/make.js';
                import plain from './plain';
                import { open as away } from 'elsewhere';
                const other = require('./other/open');
                function one() { build().use(); }
                function two() { open(); }
                function three() { lib.make(); }
                function four() { plain(); }
                function five() { away(); }
                function six() { JSON.open(); unheard(); }
                """);
        file("src/renamed.ts", "import { make as create } from './lib/make';\nfunction eight() { create(); }\n");
        file("src/deep/alias.ts", "import { make } from '@/lib/make';\nexport const seven = () => make();\n");

        assertThat(targets("one", "use")).containsExactly("src/lib/make.ts#Tool.use()");
        assertThat(targets("two", "open")).containsExactly("src/lib/open.js#open()");
        assertThat(targets("three", "make")).containsExactly("src/lib/make.ts#make()");
        assertThat(targets("four", "plain")).containsExactly("src/plain.js#default()");
        assertThat(targets("five", "away")).isEmpty();
        assertThat(targets("six", "open")).isEmpty();
        assertThat(targets("eight", "make")).containsExactly("src/lib/make.ts#make()");
        assertThat(targets("seven", "make")).containsExactly("src/lib/make.ts#make()");
    }

    @Test
    void javaScriptAndTypeScriptAreOneFamilyAndOthersAreNot() {
        file("a.js", "function use(thing) { thing.polish(); }");
        file("b.ts", "class Shoe { polish(): void {} }");
        file("c.py", "class Shoe:\n    def polish(self): pass\n");

        assertThat(targets("use", "polish")).containsExactly("b.ts#Shoe.polish()");
    }

    @Test
    void goPackagesAreDirectoriesAndTheStandardLibraryIsElsewhere() {
        file("json/json.go", "package json\nfunc Marshal() {}\n");
        file("internal/store/store.go", "package store\ntype Store struct{}\nfunc New() *Store { return nil }\nfunc (s *Store) Save() {}\n");
        file("internal/store/more.go", "package store\nfunc helper() *Store { return New() }\n");
        file("internal/store/store_test.go", "package store_test\nfunc New() {}\n");
        file("vendored/store/store.go", "package store\nfunc New() {}\n");
        file("cmd/main.go", """
                package main
                import (
                	"encoding/json"
                	db "example.com/shop/internal/store"
                	far "github.com/else/store"
                )
                func run() { json.Marshal(); s := db.New(); s.Save(); far.New() }
                func held(s *db.Store) { s.Save() }
                """);

        assertThat(targets("run", "Marshal")).isEmpty();
        assertThat(targets("run", "New")).containsExactly("internal/store/store.go#New()");
        assertThat(targets("run", "Save")).containsExactly("internal/store/store.go#Store.Save()");
        assertThat(targets("held", "Save")).containsExactly("internal/store/store.go#Store.Save()");
        assertThat(targets("helper", "New")).containsExactly("internal/store/store.go#New()");
    }

    @Test
    void callersAreTheCallsThatMeanTheDefinition() {
        file("a/Animal.java", "package a; public interface Animal { void speak(); }");
        file("a/Dog.java", "package a; public class Dog implements Animal { public void speak() { } }");
        file("a/Radio.java", "package a; public class Radio { public void speak() { } }");
        file("a/Use.java", "package a; class Use { void one(Animal a) { a.speak(); } void two(Dog d) { d.speak(); } void three(Radio r) { r.speak(); } }");
        Symbol dog = graph.all().stream().filter(symbol -> symbol.qualified().equals("Dog.speak")).findFirst().orElseThrow();

        assertThat(new CallResolver(graph).callers(List.of(dog)).get(dog.id())).extracting(Call::caller)
                .containsExactlyInAnyOrder("a/Use.java#Use.one(Animal)", "a/Use.java#Use.two(Dog)");
    }

    @Test
    @Timeout(60)
    void manyCallsAreOneBatch() {
        for (int i = 0; i < 200; i++) {
            file("p/C" + i + ".java", "package p; class C" + i + " extends C" + (i + 1) % 200 + " { C" + (i + 1) % 200 + " next; void m" + i + "() { next.m" + (i + 1) % 200 + "(); } }");
        }
        int before = graph.questions();
        Map<Call, List<Symbol>> targets = new CallResolver(graph).callees(graph.all());

        assertThat(targets).hasSize(200).allSatisfy((call, found) -> assertThat(found).isNotEmpty());
        assertThat(graph.questions() - before).isLessThan(25);
    }

    @Test
    @Timeout(60)
    void longChainsOfOneNameEnd() {
        String chain = IntStream.range(0, 300).mapToObj(i -> ".with(of(of(" + i + ")))\n").reduce("", String::concat);
        file("Builder.java", "class Builder { Builder with(Object o) { return this; } Builder with(Builder b) { return this; } static Builder of(Object o) { return null; }"
                + " static Builder of(int n) { return null; } void run() { this" + chain + "; } }");

        assertThat(targets("Builder.run", "with")).hasSize(300).containsOnly("Builder.java#Builder.with(Builder)");
    }

    @Test
    @Timeout(60)
    void callsOfOneNameThatDependOnEachOtherEnd() {
        String chain = ".next()".repeat(3) + ".other().next(1).next(2)".repeat(100);
        file("Use.java", "class Use { void run(Unknown u) { u" + chain + "; var a = one(two()); var b = two(a.one()); b.two(one(a)).one(b.two()); } }");
        file("Node.java", "class Node { Node next() { return this; } Node next(int n) { return this; } }");
        file("use.py", "def run(u):\n    a = b()\n    b = a.a().b()\n    c = c(c(c(u))).c()\n" + "    u.x().y().x(1).y(1)\n".repeat(100));

        assertThat(targets("Use.run", "next")).isEmpty();
        assertThat(new CallResolver(graph).callees(graph.all()).values()).allSatisfy(found -> assertThat(found).isEmpty());
    }
}
