package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The parser reads definitions, imports and calls of JavaScript and TypeScript. */
class ScriptParsingTest extends ParsingTest {

    @Test
    void javaScriptDefinitions() {
        SourceParser.ParsedFile file = parse("till.js", """
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

        assertThat(symbols(file)).containsExactlyInAnyOrder("TYPE Till 0..0 6/7/18", "METHOD Till.open 0..1 9/9/9",
                "CONSTRUCTOR Till.constructor 0..* 11/11/14",
                "METHOD Till.size 0..0 16/16/16",
                "METHOD Till.items 0..2 17/17/17", "FUNCTION total 0..1 20/20/20", "FUNCTION other 0..1 20/20/20",
                "FUNCTION walk 0..0 21/21/21",
                "FUNCTION price 0..1 22/22/22",
                "FUNCTION api.get 0..0 23/23/23", "FUNCTION api.post 0..0 23/23/23", "FUNCTION (module) 0..0 1/1/26",
                "FUNCTION close 0..0 24/24/24",
                "METHOD Till.shut 0..0 25/25/25",
                "FUNCTION default 0..0 26/26/26");
        assertThat(symbol(file, "Till").members()).containsExactly("#drawer:Drawer", "owner:Person");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("ns.Base");
        assertThat(symbol(file, "api.get").owner()).isEqualTo("api");
        assertThat(file.file().imports()).containsExactly(new Import("def", "./a.js", "default"), new Import("b", "./a.js", "a"),
                new Import("ns", "./ns", ""),
                new Import("two", "./three", "one"), new Import("join", "path", "join"));
        assertThat(calls(file)).contains("Till -> new Drawer/0", "Till.open -> join/1", "Till.constructor -> ns.new Base/1",
                "Till.constructor -> new Person/0",
                "Till.items -> this.owner.list/-1", "total -> price/-1", "other -> a/1", "walk -> ns.step/0", "api.get -> total/1",
                "default -> def/0");
    }

    @Test
    void typeScriptDefinitions() {
        SourceParser.ParsedFile file = parse("till.ts", """
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
                "METHOD Till.find 1..2 9/9/9", "METHOD Till.find 1..1 10/10/10", "METHOD Till.chain 0..0 11/11/11",
                "TYPE Open 0..0 13/13/13",
                "METHOD Open.open 1..1 13/13/13",
                "METHOD Open.done 0..0 13/13/13", "TYPE Both 0..0 14/14/14", "TYPE Size 0..0 15/15/15", "TYPE shop 0..0 16/16/16",
                "FUNCTION shop.start 0..0 16/16/16",
                "FUNCTION outside 1..1 17/17/17", "FUNCTION twice 1..1 18/18/18", "FUNCTION (module) 0..0 1/1/18");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("Base", "Open", "shop.Closed");
        assertThat(symbol(file, "Till").members()).containsExactly("limit:Limit[]", "drawer:Drawer", "name:string");
        assertThat(symbol(file, "Both").supertypes()).containsExactly("Open", "Item");
        assertThat(symbol(file, "Open").members()).containsExactly("state:State");
        assertThat(calls(file)).contains("Till.find -> this.drawer.get/1", "Size -> size/0", "Till.constructor -> new Base/0",
                "(module) -> Injectable/0");
    }

    @Test
    void typeScriptWithElements() {
        SourceParser.ParsedFile file = parse("List.tsx", """
                import { Row, type Item } from './row';

                interface Props { items: Item[]; onPick: (item: Item) => void }

                export const List = ({ items, onPick }: Props): JSX.Element => {
                  const pick = (item: Item) => onPick(item);
                  return <ul>{items.map((item) => <Row key={item.id} onClick={pick}>{label(item)}</Row>)}</ul>;
                };

                const label = <T,>(item: T): string => format(item as Item);
                """);

        assertThat(symbols(file)).containsExactly("TYPE Props 0..0 3/3/3", "FUNCTION List 1..1 5/5/8", "FUNCTION List.pick 1..1 6/6/6",
                "FUNCTION label 1..1 10/10/10");
        assertThat(calls(file)).containsExactly("List -> ?.map/1", "List -> Row/-1", "List -> pick/-1", "List -> label/1",
                "label -> format/1");
    }
}
