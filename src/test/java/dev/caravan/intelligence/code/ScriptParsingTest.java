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

        assertThat(symbols(file)).containsExactlyInAnyOrder("TYPE Till 6/7/18", "METHOD Till.open 9/9/9",
                "CONSTRUCTOR Till.constructor 11/11/14",
                "METHOD Till.size 16/16/16",
                "METHOD Till.items 17/17/17", "FUNCTION total 20/20/20", "FUNCTION other 20/20/20",
                "FUNCTION walk 21/21/21",
                "FUNCTION price 22/22/22",
                "FUNCTION api.get 23/23/23", "FUNCTION api.post 23/23/23", "FUNCTION (module) 1/1/26",
                "FUNCTION close 24/24/24",
                "METHOD Till.shut 25/25/25",
                "FUNCTION default 26/26/26");
        assertThat(symbol(file, "Till").members()).containsExactly("#drawer:Drawer", "owner:Person");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("ns.Base");
        assertThat(symbol(file, "api.get").owner()).isEqualTo("api");
        assertThat(file.file().imports()).containsExactly(new Import("def", "./a.js", "default"), new Import("b", "./a.js", "a"),
                new Import("ns", "./ns", ""),
                new Import("two", "./three", "one"), new Import("join", "path", "join"));
        assertThat(calls(file)).contains("Till -> new Drawer/0", "Till.open -> join/1", "Till.constructor -> ns.new Base/1",
                "Till.constructor -> new Person/0",
                "Till.items -> this.owner.list/1", "total -> price/-1", "other -> a/1", "walk -> ns.step/0", "api.get -> total/1",
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

        assertThat(symbols(file)).containsExactlyInAnyOrder("TYPE Till 3/4/12", "CONSTRUCTOR Till.constructor 6/6/6",
                "METHOD Till.pull 7/7/7", "METHOD Till.find 10/10/10", "METHOD Till.chain 11/11/11",
                "TYPE Open 13/13/13",
                "METHOD Open.open 13/13/13",
                "METHOD Open.done 13/13/13", "TYPE Both 14/14/14", "TYPE Size 15/15/15", "FUNCTION start 16/16/16",
                "FUNCTION outside 17/17/17", "FUNCTION twice 18/18/18", "FUNCTION (module) 1/1/18");
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

        assertThat(symbols(file)).containsExactly("TYPE Props 3/3/3", "FUNCTION List 5/5/8", "FUNCTION List.pick 6/6/6",
                "FUNCTION label 10/10/10");
        assertThat(calls(file)).containsExactly("List -> ?.map/1", "List -> Row/-1", "List -> pick/-1", "List -> label/1",
                "label -> format/1");
    }
}
