package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The parser reads definitions and calls of Java, with the types of their receivers. */
class JavaParsingTest extends ParsingTest {

    @Test
    void javaDefinitions() {
        SourceParser.ParsedFile file = parse("a/Shop.java", """
                package a;

                import java.util.List;
                import static a.Prices.total;
                import b.*;

                /** A shop. */
                @Deprecated
                public class Shop<T extends Item> extends Base<T> implements Open, b.Closed {

                    private final List<Item> items = load();
                    T first;

                    // makes one
                    Shop(int size, String... names) {
                        super(size);
                    }

                    <U> U sell(T item, final U[] rest) throws Exception {
                        return null;
                    }

                    record Pair(int left, String right) {
                        Pair {
                            check(left);
                        }
                    }

                    enum Size implements Open { SMALL(1), LARGE(2); Size(int number) { } }

                    interface Open { void open(); default boolean isOpen() { return true; } }

                    @interface Mark { String value() default ""; }
                }
                """);

        assertThat(symbols(file)).containsExactly("TYPE Shop 7/9/34", "CONSTRUCTOR Shop.Shop 14/15/17",
                "METHOD Shop.sell 19/19/21",
                "TYPE Shop.Pair 23/23/27", "CONSTRUCTOR Shop.Pair.Pair 24/24/26", "TYPE Shop.Size 29/29/29",
                "CONSTRUCTOR Shop.Size.Size 29/29/29",
                "TYPE Shop.Open 31/31/31", "METHOD Shop.Open.open 31/31/31", "METHOD Shop.Open.isOpen 31/31/31",
                "TYPE Shop.Mark 33/33/33",
                "METHOD Shop.Mark.value 33/33/33");
        assertThat(symbol(file, "Shop").supertypes()).containsExactly("Base", "Open", "b.Closed");
        assertThat(symbol(file, "Shop").members()).containsExactly("items:List", "first:T");
        assertThat(symbol(file, "Shop.Pair").members()).containsExactly("left:int", "right:String");
        assertThat(symbol(file, "Shop.Size").members()).containsExactly("SMALL:Size", "LARGE:Size");
        assertThat(symbol(file, "Shop.sell")).extracting(Symbol::id, Symbol::name, Symbol::owner, Symbol::parameterTypes)
                .containsExactly("a/Shop.java#Shop.sell(T,U[])", "sell", "Shop", List.of("T", "U[]"));
        assertThat(file.file()).isEqualTo(new SourceFile("a/Shop.java", Language.JAVA, "a",
                List.of(new Import("List", "java.util", "List"), new Import("total", "a.Prices", "total"), new Import("*", "b", "*"))));
        assertThat(calls(file)).containsExactly("Shop -> load/0", "Shop.Shop -> new Base/1", "Shop.Pair.Pair -> check/1",
                "Shop.Size -> new Size/1",
                "Shop.Size -> new Size/1");
    }

    @Test
    void javaReceiversAndTheirTypes() {
        SourceParser.ParsedFile file = parse("Shop.java", """
                class Shop {
                    Till till;
                    void run(Order order, List<Item> items) {
                        order.pay();
                        order.customer.greet();
                        this.till.open();
                        till.shut();
                        var receipt = new Receipt("x");
                        receipt.print(1, 'c', order, order.total(), 2L, "a" + 1);
                        for (Item item : items) item.pack();
                        if (order instanceof Gift gift) gift.wrap();
                        try (Pen pen = pen()) { pen.sign(); } catch (InkException e) { e.refill(); }
                        order.lines().first().check();
                        items.forEach(this::pack);
                        items.stream().map(Item::name);
                        super.run();
                        Shop.this.stop();
                        ((Box) null).fold();
                        var box = find();
                        box.close();
                        items.forEach(one -> one.ship());
                    }
                }
                """);

        assertThat(file.calls()).filteredOn(call -> !call.receiverType().isEmpty())
                .extracting(call -> call.receiver() + ":" + call.receiverType() + "." + call.name())
                .containsExactly("order:Order.pay", "receipt:Receipt.print", "order:Order.total",
                        "item:Item.pack", "gift:Gift.wrap",
                "pen:Pen.sign",
                        "e:InkException.refill", "order:Order.lines", "items:List.forEach", "items:List.stream", "?:Shop.stop",
                        "?:Box.fold", "items:List.forEach");
        assertThat(call(file, "open").receiver()).isEqualTo("this.till");
        assertThat(call(file, "shut").receiver()).isEqualTo("till");
        assertThat(call(file, "greet").receiver()).isEqualTo("Order.customer");
        assertThat(call(file, "first").receiver()).isEqualTo("lines()");
        assertThat(call(file, "ship").receiver()).isEqualTo("?");
        assertThat(call(file, "name")).extracting(CallSite::receiver, CallSite::arguments).containsExactly("Item", -1);
    }

    @Test
    void anonymousClassIsATypeWithMethods() {
        SourceParser.ParsedFile file = parse("Shop.java", """
                class Shop {
                    Runnable later() {
                        return new Task(1) {
                            private Pen pen;
                            @Override public void run() { log(); pen.write(); again(); }
                            void again() { run(); this.run(); this.finish(); }
                        };
                    }
                    void log() { }
                }
                """);

        assertThat(file.symbols()).extracting(Symbol::qualified).containsExactly("Shop", "Shop.later", "Shop.later.Task{}",
                "Shop.later.Task{}.run", "Shop.later.Task{}.again", "Shop.log");
        assertThat(symbol(file, "Shop.later.Task{}").supertypes()).containsExactly("Task");
        assertThat(symbol(file, "Shop.later.Task{}").members()).containsExactly("pen:Pen");
        assertThat(calls(file)).containsExactly("Shop.later -> new Task/1", "Shop.later.Task{}.run -> log/0",
                "Shop.later.Task{}.run -> pen.write/0", "Shop.later.Task{}.run -> again/0", "Shop.later.Task{}.again -> run/0",
                "Shop.later.Task{}.again -> this.run/0", "Shop.later.Task{}.again -> this.finish/0");
    }
}
