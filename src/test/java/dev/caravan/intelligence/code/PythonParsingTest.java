package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The parser reads definitions, imports and calls of Python. */
class PythonParsingTest extends ParsingTest {

    @Test
    void pythonDefinitions() {
        SourceParser.ParsedFile file = parse("shop/till.py", """
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

        assertThat(symbols(file)).containsExactlyInAnyOrder("FUNCTION (module) 1/1/31", "TYPE Till 7/10/26",
                "CONSTRUCTOR Till.__init__ 13/13/17",
                "METHOD Till.of 19/20/21", "METHOD Till.open 23/23/26", "FUNCTION Till.open.inner 24/24/25",
                "FUNCTION total 28/28/29",
                "FUNCTION double 31/31/31");
        assertThat(symbol(file, "Till.__init__")).extracting(Symbol::name, Symbol::owner).containsExactly("Till", "Till");
        assertThat(symbol(file, "Till").supertypes()).containsExactly("Base", "abc.ABC", "Generic");
        assertThat(symbol(file, "Till").members()).containsExactly("size:int", "drawer:Drawer", "first:Item");
        assertThat(file.file().imports()).containsExactly(new Import("paths", "os.path", ""), new Import("Ware", ".stock", "Item"),
                new Import("count",
                ".stock", "count"),
                new Import("audit", ".", "audit"));
        assertThat(calls(file)).contains("(module) -> make_limit/0", "Till.__init__ -> new Base/1", "Till.__init__ -> Item/0",
                "Till.of -> Till/1",
                "Till.open.inner -> this.drawer.pull/0", "total -> count/-1", "total -> map/2");
    }
}
