package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SourceParserTest {

    private final SourceParser parser = new SourceParser();

    private ParsedFile parse(String path, String text) {
        try {
            return parser.parse(path, Language.of(path).orElseThrow(), text.getBytes(StandardCharsets.UTF_8));
        } catch (UnparsableException e) {
            throw new AssertionError(e);
        }
    }

    /** {@code KIND qualified least..most first/line/last} of each. */
    private static List<String> symbols(ParsedFile file) {
        return file.symbols().stream().map(symbol -> symbol.kind() + " " + symbol.qualified() + " " + symbol.least() + ".."
                + (symbol.most() == Integer.MAX_VALUE ? "*"
                        : symbol.most()) + " " + symbol.firstLine() + "/" + symbol.line() + "/" + symbol.lastLine()).toList();
    }

    /** {@code caller -> receiver.name/arguments}, the caller without its path and parameters. */
    private static List<String> calls(ParsedFile file) {
        return file.calls().stream().map(call -> call.caller().replaceFirst(".*#", "").replaceFirst("(?<=.)\\(.*$",
                "") + " -> " + (call.receiver().isEmpty() ? "" : call.receiver() + ".")
                + (call.constructs() ? "new " : "") + call.name() + "/" + call.arguments()).toList();
    }

    private static Call call(ParsedFile file, String name) {
        return file.calls().stream().filter(call -> call.name().equals(name)).findFirst().orElseThrow();
    }

    private static Symbol symbol(ParsedFile file, String qualified) {
        return file.symbols().stream().filter(symbol -> symbol.qualified().equals(qualified)).findFirst().orElseThrow();
    }

    @Test
    void javaDefinitions() {
        ParsedFile file = parse("a/Shop.java", """
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

        assertThat(symbols(file)).containsExactly("TYPE Shop 0..0 7/9/34", "CONSTRUCTOR Shop.Shop 1..* 14/15/17", "METHOD Shop.sell 2..2 19/19/21",
                "TYPE Shop.Pair 2..2 23/23/27", "CONSTRUCTOR Shop.Pair.Pair 2..2 24/24/26", "TYPE Shop.Size 0..0 29/29/29",
                "CONSTRUCTOR Shop.Size.Size 1..1 29/29/29",
                "TYPE Shop.Open 0..0 31/31/31", "METHOD Shop.Open.open 0..0 31/31/31", "METHOD Shop.Open.isOpen 0..0 31/31/31", "TYPE Shop.Mark 0..0 33/33/33",
                "METHOD Shop.Mark.value 0..0 33/33/33");
        assertThat(symbol(file, "Shop").supertypes()).containsExactly("Base", "Open", "b.Closed");
        assertThat(symbol(file, "Shop").members()).containsExactly("items:List", "first:T");
        assertThat(symbol(file, "Shop.Pair").members()).containsExactly("left:int", "right:String");
        assertThat(symbol(file, "Shop.Size").members()).containsExactly("SMALL:Size", "LARGE:Size");
        assertThat(symbol(file, "Shop.sell")).extracting(Symbol::id, Symbol::name, Symbol::owner, Symbol::parameterTypes, Symbol::returns)
                .containsExactly("a/Shop.java#Shop.sell(T,U[])", "sell", "Shop", List.of("T", "U[]"), "U");
        assertThat(file.file()).isEqualTo(new SourceFile("a/Shop.java", Language.JAVA, "a",
                List.of(new Import("List", "java.util", "List"), new Import("total", "a.Prices", "total"), new Import("*", "b", "*"))));
        assertThat(calls(file)).containsExactly("Shop -> load/0", "Shop.Shop -> new Base/1", "Shop.Pair.Pair -> check/1", "Shop.Size -> new Size/1",
                "Shop.Size -> new Size/1");
    }

    @Test
    void javaReceiversAndTheirTypes() {
        ParsedFile file = parse("Shop.java", """
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
                .containsExactly("order:Order.pay", "this.till:Till.open", "receipt:Receipt.print", "order:Order.total", "item:Item.pack", "gift:Gift.wrap",
                "pen:Pen.sign",
                        "e:InkException.refill", "order:Order.lines", "items:List.forEach", "this:Shop.pack", "items:List.stream", "this:Shop.stop",
                        "?:Box.fold", "items:List.forEach");
        assertThat(call(file, "greet").receiver()).isEqualTo("Order.customer");
        assertThat(call(file, "shut").receiver()).isEqualTo("till");
        assertThat(call(file, "first").receiver()).isEqualTo("lines()");
        assertThat(call(file, "close").receiver()).isEqualTo("find()");
        assertThat(call(file, "ship").receiver()).isEqualTo("?");
        assertThat(call(file, "name")).extracting(Call::receiver, Call::arguments).containsExactly("Item", -1);
        assertThat(call(file, "print").argumentTypes()).containsExactly("int", "char", "Order", "total()", "long", "String");
    }

    @Test
    void methodsOfAnAnonymousClassBelongToTheDefinitionAround() {
        ParsedFile file = parse("Shop.java", """
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

        assertThat(file.symbols()).extracting(Symbol::qualified).containsExactly("Shop", "Shop.later", "Shop.log");
        assertThat(calls(file)).containsExactly("Shop.later -> new Task/1", "Shop.later -> log/0", "Shop.later -> pen.write/0", "Shop.later -> ?.finish/0");
        assertThat(call(file, "finish").receiverType()).isEqualTo("Task");
    }

    @Test
    void pythonDefinitions() {
        ParsedFile file = parse("shop/till.py", """
                import os.path as paths
                from .stock import Item as Ware, count
                from . import audit

                LIMIT = make_limit()

                # takes money
                @register
                @app.route("/till")
                class Till(Base, abc.ABC, Generic[T], metaclass=Meta):
                    size: int = 3

                    def __init__(self, owner, drawer: "Drawer" = None, *names, key, other=1, **rest):
                        super().__init__(owner)
                        self.drawer = drawer
                        self.wares = [Ware()]
                        self.first = Ware()

                    @staticmethod
                    def of(text) -> "Till":
                        return Till(text)

                    async def open(self, /, by: str | None, *, slowly):
                        def inner():
                            return self.drawer.pull()
                        return inner

                def total(items, rate=1.2):
                    return sum(map(count, items))

                double = lambda x: x * 2
                """);

        assertThat(symbols(file)).containsExactlyInAnyOrder("FUNCTION (module) 0..0 1/1/31", "TYPE Till 0..0 7/10/26",
                "CONSTRUCTOR Till.__init__ 2..* 13/13/17",
                "METHOD Till.of 1..1 19/20/21", "METHOD Till.open 2..2 23/23/26", "FUNCTION Till.open.inner 0..0 24/24/25", "FUNCTION total 1..2 28/28/29",
                "FUNCTION double 1..1 31/31/31");
        assertThat(symbol(file, "Till.__init__")).extracting(Symbol::name, Symbol::owner).containsExactly("Till", "Till");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("Base", "abc.ABC", "Generic");
        assertThat(symbol(file, "Till").members()).containsExactly("size:int", "drawer:Drawer", "wares:list", "first:Item");
        assertThat(symbol(file, "Till.of").returns()).isEqualTo("Till");
        assertThat(file.file().imports()).containsExactly(new Import("paths", "os.path", ""), new Import("Ware", ".stock", "Item"), new Import("count",
                ".stock", "count"),
                new Import("audit", ".", "audit"));
        assertThat(calls(file)).contains("(module) -> make_limit/0", "Till.__init__ -> new Base/1", "Till.__init__ -> Item/0", "Till.of -> Till/1",
                "Till.open.inner -> this.drawer.pull/0", "total -> count/-1", "total -> map/2");
    }

    @Test
    void javaScriptDefinitions() {
        ParsedFile file = parse("till.js", """
                import def, { a as b } from './a.js';
                import * as ns from './ns';
                export { one as two } from './three';
                const { join } = require('path');

                /** Takes money. */
                export class Till extends ns.Base {
                  #drawer = new Drawer();
                  static open = async (by) => join(by);

                  constructor(owner, ...rest) {
                    super(owner);
                    this.owner = new Person();
                  }

                  get size() { return 1; }
                  async *items({ from, to }, [first] = []) { yield* this.owner.list(...from); }
                }

                export const total = (items) => items.map(price), other = function named(x) { return b(x); };
                function* walk() { yield ns.step(); }
                const price = (item) => item.price;
                const api = { get() { return total([]); }, post: async () => 1, other };
                exports.close = function () { };
                Till.prototype.shut = function () { return this.close(); };
                export default () => def();
                """);

        assertThat(symbols(file)).containsExactly("TYPE Till 0..0 6/7/18", "METHOD Till.open 0..1 9/9/9", "CONSTRUCTOR Till.constructor 0..* 11/11/14",
                "METHOD Till.size 0..0 16/16/16",
                "METHOD Till.items 0..2 17/17/17", "FUNCTION total 0..1 20/20/20", "FUNCTION other 0..1 20/20/20", "FUNCTION walk 0..0 21/21/21",
                "FUNCTION price 0..1 22/22/22",
                "FUNCTION api.get 0..0 23/23/23", "FUNCTION api.post 0..0 23/23/23", "FUNCTION (module) 0..0 1/1/26", "FUNCTION close 0..0 24/24/24",
                "METHOD Till.shut 0..0 25/25/25",
                "FUNCTION default 0..0 26/26/26");
        assertThat(symbol(file, "Till").members()).containsExactly("#drawer:Drawer", "owner:Person");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("ns.Base");
        assertThat(symbol(file, "api.get").owner()).isEqualTo("api");
        assertThat(file.file().imports()).containsExactly(new Import("def", "./a.js", "default"), new Import("b", "./a.js", "a"), new Import("ns", "./ns", ""),
                new Import("two", "./three", "one"), new Import("join", "path", "join"));
        assertThat(calls(file)).contains("Till -> new Drawer/0", "Till.open -> join/1", "Till.constructor -> ns.new Base/1", "Till.constructor -> new Person/0",
                "Till.items -> this.owner.list/-1", "total -> price/-1", "other -> a/1", "walk -> ns.step/0", "api.get -> total/1", "default -> def/0");
    }

    @Test
    void typeScriptDefinitions() {
        ParsedFile file = parse("till.ts", """
                import type { Item } from './item';

                @Injectable()
                export abstract class Till<T extends Item> extends Base<T> implements Open, shop.Closed {
                  static readonly limit?: Limit[] = [];
                  constructor(private readonly drawer: Drawer, public name?: string, count = 1, ...rest: string[]) { super(); }
                  abstract pull(item: T): Promise<Item>;
                  find(by: string): Item;
                  find(by: number, deep?: boolean): Item | null;
                  find(by: any): Item | null { return this.drawer.get(by as Key); }
                  chain(): this { return this; }
                }
                interface Open extends A, b.C<D> { open(how: string): void; done?(): Till; state: State }
                type Both = Open & Item;
                enum Size { Small = 1, Large = size() }
                namespace shop { export function start(): void { } }
                declare function outside(a: string): void;
                export const twice = <U,>(x: U): U => x;
                """);

        assertThat(symbols(file)).containsExactlyInAnyOrder("TYPE Till 0..0 3/4/12", "CONSTRUCTOR Till.constructor 1..* 6/6/6",
                "METHOD Till.pull 1..1 7/7/7", "METHOD Till.find 1..1 8/8/8",
                "METHOD Till.find 1..2 9/9/9", "METHOD Till.find 1..1 8/10/10", "METHOD Till.chain 0..0 11/11/11", "TYPE Open 0..0 13/13/13",
                "METHOD Open.open 1..1 13/13/13",
                "METHOD Open.done 0..0 13/13/13", "TYPE Both 0..0 14/14/14", "TYPE Size 0..0 15/15/15", "TYPE shop 0..0 16/16/16",
                "FUNCTION shop.start 0..0 16/16/16",
                "FUNCTION outside 1..1 17/17/17", "FUNCTION twice 1..1 18/18/18", "FUNCTION (module) 0..0 1/1/18");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("Base", "Open", "shop.Closed");
        assertThat(symbol(file, "Till").members()).containsExactly("limit:Limit[]", "drawer:Drawer", "name:string");
        assertThat(symbol(file, "Till.pull").returns()).isEqualTo("Item");
        assertThat(symbol(file, "Till.chain").returns()).isEqualTo("Till");
        assertThat(symbol(file, "Both").supertypes()).containsExactly("Open", "Item");
        assertThat(symbol(file, "Open").members()).containsExactly("state:State");
        assertThat(calls(file)).contains("Till.find -> this.drawer.get/1", "Size -> size/0", "Till.constructor -> new Base/0", "(module) -> Injectable/0");
    }

    @Test
    void typeScriptWithElements() {
        ParsedFile file = parse("List.tsx", """
                import { Row, type Item } from './row';

                interface Props { items: Item[]; onPick: (item: Item) => void }

                export const List = ({ items, onPick }: Props): JSX.Element => {
                  const pick = (item: Item) => onPick(item);
                  return <ul>{items.map((item) => <Row key={item.id} onClick={pick}>{label(item)}</Row>)}</ul>;
                };

                const label = <T,>(item: T): string => format(item as Item);
                """);

        assertThat(symbols(file)).containsExactly("TYPE Props 0..0 3/3/3", "FUNCTION List 1..1 5/5/8", "FUNCTION List.pick 1..1 6/6/6", "FUNCTION label 1..1 10/10/10");
        assertThat(calls(file)).containsExactly("List -> ?.map/1", "List -> Row/-1", "List -> pick/-1", "List -> label/1", "label -> format/1");
    }

    @Test
    void goDefinitions() {
        ParsedFile file = parse("store/store.go", """
                package store

                import (
                	"fmt"
                	al "example.com/m/audit"
                	"example.com/m/text/v2"
                )

                // Server serves.
                type Server struct {
                	db, log *sql.DB
                	Base
                	*al.Trail
                	items []*Item
                }

                type (
                	Saver interface {
                		Save(key string, values ...int) (Item, error)
                		al.Closer
                	}
                	Name = Item
                )

                var first = New()

                // New makes one.
                func New(options ...Option) *Server {
                	s := &Server{}
                	s.start()
                	for _, item := range s.items {
                		item.Pack(2)
                	}
                	return s
                }

                func (s *Server) Handle(a, b int, _ *Request) (n int, err error) {
                	al.Log(s.Handle)
                	defer s.db.Close()
                	fmt.Println(text.Upper(name()))
                	return
                }

                func (Pair[T]) swap() {}
                """);

        assertThat(symbols(file)).containsExactly("TYPE Server 0..0 9/10/15", "TYPE Saver 0..0 18/18/21", "METHOD Saver.Save 1..* 19/19/19",
                "TYPE Name 0..0 22/22/22",
                "FUNCTION (module) 0..0 1/1/44", "FUNCTION New 0..* 27/28/35", "METHOD Server.Handle 3..3 37/37/42", "METHOD Pair.swap 0..0 44/44/44");
        assertThat(symbol(file, "Server").supertypes()).containsExactly("Base", "al.Trail");
        assertThat(symbol(file, "Server").members()).containsExactly("db:sql.DB", "log:sql.DB", "Base:Base", "Trail:al.Trail", "items:[]Item");
        assertThat(symbol(file, "Saver").members()).containsExactly("Save():Item");
        assertThat(symbol(file, "New").returns()).isEqualTo("Server");
        assertThat(symbol(file, "Server.Handle")).extracting(Symbol::id, Symbol::owner, Symbol::returns)
                .containsExactly("store/store.go#Server.Handle(int,int,*Request)", "Server", "int");
        assertThat(file.file().module()).isEqualTo("store");
        assertThat(file.file().imports()).containsExactly(new Import("fmt", "fmt", ""), new Import("al", "example.com/m/audit", ""),
                new Import("text", "example.com/m/text/v2", ""));
        assertThat(calls(file)).containsExactly("(module) -> New/0", "New -> s.start/0", "New -> item.Pack/1", "Server.Handle -> al.Log/1",
                "Server.Handle -> s.Handle/-1",
                "Server.Handle -> Server.db.Close/0", "Server.Handle -> fmt.Println/-1", "Server.Handle -> text.Upper/-1", "Server.Handle -> name/0");
        assertThat(call(file, "Pack").receiverType()).isEqualTo("Item");
    }

    @Test
    void whatAFileDefinesTwiceHasAnIdOfItsOwn() {
        ParsedFile file = parse("a.py", "def f(x):\n    pass\n\ndef f(y):\n    g()\n");

        assertThat(file.symbols()).extracting(Symbol::id).containsExactly("a.py#f()", "a.py#f()~2");
        assertThat(call(file, "g").caller()).isEqualTo("a.py#f()~2");
    }

    @Test
    void offsetsAreOfBytesAndLinesOfText() {
        ParsedFile file = parse("Shop.java", """
                class Shop {
                    String 名 = "水泵空转会停机 👨‍👩‍👧‍👦"; /* 😀😀😀 */ Till 收银 = new Till("中文", '文');
                    void 卖() { 收银.打开("😀"); this.收银.shut("é"); }
                }
                """);

        assertThat(symbols(file)).containsExactly("TYPE Shop 0..0 1/1/4", "METHOD Shop.卖 0..0 3/3/3");
        assertThat(symbol(file, "Shop").members()).containsExactly("名:String", "收银:Till");
        assertThat(calls(file)).containsExactly("Shop -> new Till/2", "Shop.卖 -> 收银.打开/1", "Shop.卖 -> this.收银.shut/1");
        for (String path : List.of("a.py", "a.js", "a.ts", "a.go")) {
            String comment = path.endsWith(".py") ? "#" : "//";
            assertThat(call(parse(path, comment + " 🚀 中文\n".repeat(1) + (path.endsWith(".go") ? "package a\nfunc f() { 调用(\"😀\") }"
                    : "调用(\"😀\")")), "调用").arguments()).isEqualTo(1);
        }
    }

    @Test
    void aFileLargerThanOneReadKeepsItsCharactersWhole() {
        String text = IntStream.range(0, 8_000).mapToObj(i -> "    void 方法" + i + "() { 调用" + i + "(\"😀\"); }\n").collect(Collectors.joining("",
                "class Shop {\n", "}\n"));
        ParsedFile file = parse("Shop.java", text);

        assertThat(file.symbols()).hasSize(8_001);
        assertThat(file.calls()).extracting(Call::name).containsExactlyElementsOf(IntStream.range(0, 8_000).mapToObj(i -> "调用" + i).toList());
    }

    @Test
    void windowsLinesAreCountedAlike() {
        assertThat(symbols(parse("Shop.java", "class Shop {\r\n\r\n    void open() {\r\n    }\r\n}\r\n")))
                .containsExactly("TYPE Shop 0..0 1/1/5", "METHOD Shop.open 0..0 3/3/4");
    }

    @Test
    void anEmptyFileHasNothing() {
        for (String path : List.of("A.java", "a.py", "a.js", "a.ts", "a.go")) {
            for (String text : List.of("", "\n\n", "  ")) {
                assertThat(parse(path, text).symbols()).isEmpty();
                assertThat(parse(path, text).calls()).isEmpty();
            }
        }
    }

    @Test
    void whatIsReadableInAFileWithSyntaxErrorsIsRead() {
        ParsedFile file = parse("Shop.java", """
                class Shop {
                    void open() { till.open(; }
                    void broken( { ) }
                    void shut() { till.shut(); }
                }
                """);
        ParsedFile unclosed = parse("Till.java", "class Till {\n    void open() { start(); }\n    void shut() { stop(); }\n");

        assertThat(file.symbols()).extracting(Symbol::name).contains("Shop", "open", "shut");
        assertThat(call(file, "shut").receiver()).isEqualTo("till");
        assertThat(unclosed.symbols()).extracting(Symbol::name).contains("open", "shut");
        assertThat(unclosed.calls()).extracting(Call::name).containsExactly("start", "stop");
    }

    @Test
    void whatIsNotUtf8IsRefused() {
        byte[] latin = "class Shop { String s = \"caf\u00e9\"; }".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> parser.parse("Shop.java", Language.JAVA, latin)).isInstanceOf(UnparsableException.class).hasMessageContaining("UTF-8");
    }

    @Test
    void whatIsMostlyAnotherLanguageIsRefused() {
        byte[] prose = "The quick brown fox jumps over the lazy dog; nobody knows why it does, or whether it will again!\n".repeat(50).getBytes(StandardCharsets.UTF_8);
        byte[] noise = new byte[20_000];
        Random random = new Random(7);
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (33 + random.nextInt(93));
        }

        for (Language language : List.of(Language.GO, Language.TYPESCRIPT, Language.JAVASCRIPT, Language.PYTHON)) {
            assertThatThrownBy(() -> parser.parse("a", language, prose)).as(language + " from prose").isInstanceOf(UnparsableException.class);
        }
        assertThatThrownBy(() -> parser.parse("a", Language.JAVA, noise)).isInstanceOf(UnparsableException.class);
    }

    @Test
    @Timeout(60)
    void tenThousandBracketsAreRead() {
        String open = "(".repeat(10_000);
        String close = ")".repeat(10_000);
        String chain = ".next()".repeat(10_000);

        assertThat(calls(parse("A.java", "class A { int x = " + open + "one()" + close + "; void f() { two(); } }")))
                .containsExactly("A -> one/0", "A.f -> two/0");
        assertThat(calls(parse("a.py", "x = " + open + "one()" + close + "\ntwo()\n"))).contains("(module) -> two/0");
        assertThat(calls(parse("a.js", "const x = " + open + "one()" + close + "; two();"))).contains("(module) -> one/0", "(module) -> two/0");
        assertThat(calls(parse("a.ts", "const x = " + open + "one()" + close + "; two();"))).contains("(module) -> one/0", "(module) -> two/0");
        assertThat(calls(parse("a.go", "package a\nvar x = " + open + "one()" + close + "\nfunc f() { two() }\n"))).contains("(module) -> one/0", "f -> two/0");
        assertThat(parse("B.java", "class B { void f() { a" + chain + "; } }").calls()).hasSize(10_000);
        assertThat(parse("b.js", "a" + chain + ";").calls()).hasSize(10_000);
        assertThat(parse("c.java", "class C { String s = \"\"" + " + \"x\"".repeat(10_000) + "; }").symbols()).hasSize(1);
    }

    @Test
    @Timeout(60)
    void aMegabyteIsRead() {
        String text = IntStream.range(0, 20_000).mapToObj(i -> "    void method" + i + "() { call" + i + "(x, \"some text\"); }\n").collect(Collectors.joining("", "class Big {\n", "}\n"));

        assertThat(text.length()).isGreaterThan(1_000_000);
        assertThat(parse("Big.java", text).symbols()).hasSize(20_001);
        assertThat(parse("Big.java", text).calls()).hasSize(20_000);
    }

    /** Native code takes memory by the square of these, and ends the process when there is no more. */
    @Test
    @Timeout(120)
    void textsThatMakeTheParserExplodeAreRefusedInTime() {
        for (String bomb : List.of("a<", "a<a&", "f(a<", "x{")) {
            for (Language language : List.of(Language.JAVA, Language.TYPESCRIPT)) {
                long begin = System.nanoTime();
                try {
                    parser.parse("bomb", language, bomb.repeat(20_000).getBytes(StandardCharsets.UTF_8));
                } catch (UnparsableException e) {
                    assertThat(e).hasMessageNotContaining(bomb + bomb);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(language + " " + bomb).isLessThan(Duration.ofSeconds(20));
            }
        }
    }

    @Test
    void oneParserServesManyThreads() throws Exception {
        ParsedFile once = parse("Shop.java", "class Shop { void open() { till.open(); } }");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<ParsedFile>> all = Stream.generate(() -> threads.submit(() -> parse("Shop.java",
                    "class Shop { void open() { till.open(); } }"))).limit(200).toList();

            for (Future<ParsedFile> one : all) {
                assertThat(one.get()).isEqualTo(once);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
