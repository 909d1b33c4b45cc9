package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.treesitter.TSQuery;

/** C, C++, C#, Kotlin, Rust, PHP and Ruby have definitions and calls, found by the queries in {@code LANGUAGE.scm}. */
class MoreLanguagesTest extends ParsingTest {

    @ParameterizedTest
    @EnumSource(Language.class)
    void queriesAreValidForTheirLanguage(Language language) {
        String queries = Grammar.queries(language);

        assertThatCode(() -> new TSQuery((language == Language.TYPESCRIPT ? Language.TSX : language).grammar(), queries).close())
                .doesNotThrowAnyException();
        assertThat(queries.lines().filter(line -> !line.isBlank())).allMatch(line -> line.matches("\\(\\w+\\) @[a-z]+"));
    }

    @Test
    void c() {
        assertThat(chain("c", "order_total")).isEqualTo("""
                order.c#order_total(order)
                  <- order.c#main()
                  -> order.c#with_tax(int)
                """);
        assertThat(symbols("c", "order.c")).containsExactly("with_tax 5/5/8", "order_total 10/11/18", "cheapest 20/20/23", "main 25/25/30");
        assertThat(new FixtureChains("c").graph().named(List.of("order"))).singleElement()
                .satisfies(order -> assertThat(order.members()).containsExactly("items:item", "length:size_t"));
    }

    @Test
    void cpp() {
        assertThat(chain("cpp", "run")).isEqualTo("""
                ledger.cpp#run()
                  -> ledger.cpp#Ledger.Ledger(Store)
                  -> ledger.cpp#Ledger.write(std::string)
                    -> ledger.cpp#Ledger.check(std::string)
                    -> ledger.h#Store.write(std::string)
                    -> ledger.cpp#Ledger.write(std::string) (cycle) ?
                  -> ledger.cpp#made(Store)
                """);
        assertThat(symbols("cpp", "ledger.h")).containsExactly("Store 7/8/12", "Store.~Store 10/10/10", "Store.write 11/11/11",
                "Ledger 14/14/22");
    }

    @Test
    void csharp() {
        assertThat(chain("csharp", "Checkout.Place")).isEqualTo("""
                Checkout.cs#Checkout.Place(IPayments,List<int>)
                  -> Checkout.cs#Rounding.Up(int)
                  -> Checkout.cs#IPayments.Charge(string,int)
                  -> Checkout.cs#Checkout.Charge(string,int) ?
                    -> Checkout.cs#Checkout.Valid(string)
                  -> Ledger.cs#Ledger.Write(int)
                  -> Checkout.cs#Checkout.Receipt(int)
                    -> Checkout.cs#Checkout.Checkout(int)
                """);
        assertThat(symbols("csharp", "Ledger.cs")).containsExactly("Ledger 3/3/11", "Ledger.Write 7/7/10");
    }

    @Test
    void kotlin() {
        assertThat(chain("kotlin", "place")).isEqualTo("""
                Checkout.kt#place(Store,String)
                  -> Checkout.kt#Memory
                  -> Checkout.kt#Log
                  -> Checkout.kt#Store.save(String)
                  -> Checkout.kt#Memory.save(String)
                    -> Checkout.kt#Log.write(String)
                    -> Checkout.kt#Memory.normal(String)
                  -> Checkout.kt#shorter(String)
                """);
        assertThat(symbols("kotlin", "Checkout.kt")).contains("Memory 9/10/23", "Memory.empty 21/21/21");
    }

    @Test
    void rust() {
        assertThat(chain("rust", "quote")).isEqualTo("""
                lib.rs#quote(&[&str])
                  -> lib.rs#Prices.new()
                  -> lib.rs#check(&[&str])
                  -> lib.rs#Prices.total(&[&str])
                    -> lib.rs#Prices.one(&str)
                      -> lib.rs#Rounding.up(u32)
                """);
        assertThat(symbols("rust", "lib.rs")).contains("Prices 3/4/7", "Total.total 13/13/13", "Prices.new 23/23/25");
    }

    @Test
    void php() {
        assertThat(chain("php", "Checkout.place")).isEqualTo("""
                Checkout.php#Checkout.place(Payments,array)
                  -> Checkout.php#rounded(int)
                  -> Checkout.php#Payments.charge(string,int)
                  -> Checkout.php#Checkout.charge(string,int) ?
                    -> Checkout.php#Checkout.valid(string)
                  -> Checkout.php#Ledger.write(int)
                  -> Checkout.php#Desk.receipt(int)
                """);
        assertThat(symbols("php", "Checkout.php")).contains("Checkout 14/15/43", "Checkout.__construct 19/19/22", "rounded 61/61/64");
    }

    @Test
    void ruby() {
        assertThat(chain("ruby", "Checkout.place")).isEqualTo("""
                checkout.rb#Shop.Checkout.place()
                  -> checkout.rb#Shop.Ledger.initialize()
                  -> checkout.rb#Shop.Ledger.write()
                  -> checkout.rb#Shop.Checkout.receipt()
                  -> checkout.rb#Shop.Checkout.total()
                    -> checkout.rb#Shop.rounded()
                """);
        assertThat(symbols("ruby", "checkout.rb")).contains("Shop.Ledger 4/5/13", "Shop.Checkout.open 26/26/28");
    }

    private static String chain(String project, String symbol) {
        return new FixtureChains(project).text(symbol, ChainSearch.Direction.BOTH, 3);
    }

    /** {@code qualified first/line/last} of the file's definitions, without the file itself. */
    private static List<String> symbols(String project, String file) {
        return new FixtureChains(project).graph().all().stream()
                .filter(symbol -> symbol.path().equals(file) && !symbol.name().equals(ParseContext.MODULE))
                .sorted(Comparator.comparing(Symbol::line))
                .map(symbol -> symbol.qualified() + " " + symbol.firstLine() + "/" + symbol.line() + "/" + symbol.lastLine()).toList();
    }
}
