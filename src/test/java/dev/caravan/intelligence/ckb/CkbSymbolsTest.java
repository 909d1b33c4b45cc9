package dev.caravan.intelligence.ckb;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of the symbols that CKB found a name means. */
class CkbSymbolsTest {

    private static final String FOUND = """
            {"symbols":[
             {"stableId":"ckb:r:sym:1","name":"saveAll","moduleId":"shop"},
             {"stableId":"ckb:r:sym:2","name":"Save","moduleId":"shop"},
             {"stableId":"ts-0123456789abcdef","name":"save","moduleId":"shop"},
             {"stableId":"scip-java maven . . com/shop/Bill#save().","name":"save","location":{"fileId":"src/Bill.java","startLine":7,\
            "startColumn":3}},
             {"stableId":"ckb:r:sym:3","name":"save()","containerName":"shop.Orders","location":{"fileId":"src/O.java"}},
             {"stableId":"ckb:r:sym:4","name":"save","location":{"fileId":"src/Mail.java","startLine":1}}]}""";

    @ParameterizedTest
    @CsvSource({"Save, ckb:r:sym:2", "Orders.save, ckb:r:sym:3", "shop::Orders#save, ckb:r:sym:3", "Mail.save, ckb:r:sym:4",
        "SAVEALL, ckb:r:sym:1",
        "save, scip-java maven . . com/shop/Bill#save()."})
    void symbolsAreChosenByNameThenTypeThenGraph(String name, String id) {
        assertThat(new CkbDialog.CkbSymbols(name).best(object(FOUND))).map(CkbDialog.CkbSymbol::id).contains(id);
    }

    @Test
    void unknownTypeExcludesNoSymbol() {
        assertThat(new CkbDialog.CkbSymbols("Nowhere.save(int, String)").best(object(FOUND)))
                .contains(new CkbDialog.CkbSymbol("Nowhere.save(int, String)", "scip-java maven . . com/shop/Bill#save().", "save",
                        "src/Bill.java", 7));
    }

    @Test
    void partOfANameIsNotFound() {
        assertThat(new CkbDialog.CkbSymbols("sav").best(object(FOUND))).isEmpty();
        assertThat(new CkbDialog.CkbSymbols("...").best(object(FOUND))).isEmpty();
        assertThat(new CkbDialog.CkbSymbols("save").best(object("{\"totalCount\":0}"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"save, save", "Orders.save, save", "shop.Orders#save(int), save", "std::vector, vector", "$scope.apply, apply", "保存, 保存"})
    void ckbSearchesTheLastSegment(String name, String query) {
        assertThat(new CkbDialog.CkbSymbols(name).query()).isEqualTo(query);
    }
}
