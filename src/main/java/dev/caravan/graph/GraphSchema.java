package dev.caravan.graph;

import dev.caravan.observe.Family;
import dev.caravan.store.SchemaInitializer;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;
import org.neo4j.driver.Driver;
import org.neo4j.driver.QueryConfig;
import org.neo4j.driver.Record;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.driver.exceptions.DatabaseException;
import org.neo4j.driver.exceptions.SecurityException;
import org.neo4j.driver.exceptions.ServiceUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Creates the constraints and indexes of the graph: unique ids for each label and type, looked-up properties, and the full text of name,
 * aliases and title. In a database of other software it uses existing indexes, and logs what it can't create, such as a constraint when ids
 * are not unique.
 */
@Component
@Family.On(Family.GRAPH)
class GraphSchema extends SchemaInitializer {

    private static final Logger LOG = LoggerFactory.getLogger(GraphSchema.class);
    private static final List<String> TEXT = List.of("name", "aliases", "title");
    private static final String TEXT_INDEX = "caravan_text_";
    private static final int LENGTH = 12;

    private final Driver driver;
    private final WhiteList whiteList;
    private final QueryConfig config;
    private volatile String textIndex;

    GraphSchema(Driver driver, WhiteList whiteList, Neo4jProperties properties) {
        super("the constraints and indexes of the graph", driver);
        this.driver = driver;
        this.whiteList = whiteList;
        this.textIndex = TEXT_INDEX + DigestUtils.sha256Hex(String.join(" ", new TreeSet<>(whiteList.labels()))).substring(0, LENGTH);
        this.config = QueryConfig.builder().withDatabase(properties.database()).build();
    }

    /** Returns the name of the full-text index over all labels. */
    String textIndex() {
        return textIndex;
    }

    @Override
    protected boolean isTold(RuntimeException failure) {
        return failure instanceof ServiceUnavailableException || failure instanceof SecurityException;
    }

    @Override
    protected void prepare() {
        for (String label : whiteList.labels()) {
            unique("(n:`" + label + "`)", "n", "caravan_node_" + label + "_id");
            for (String property : whiteList.indexedProperties()) {
                attempt("CREATE INDEX `caravan_node_" + label + "_" + property + "` IF NOT EXISTS FOR (n:`" + label + "`) ON (n.`"
                        + property + "`)");
            }
        }
        for (String type : whiteList.types()) {
            unique("()-[r:`" + type + "`]-()", "r", "caravan_relationship_" + type + "_id");
        }
        textIndex = fullText();
        run("CALL db.awaitIndexes(30)");
    }

    private void unique(String pattern, String alias, String name) {
        boolean unique = attempt("CREATE CONSTRAINT `" + name + "` IF NOT EXISTS FOR " + pattern + " REQUIRE " + alias + ".id IS UNIQUE");
        if (!unique) {
            attempt("CREATE INDEX `" + name + "_index` IF NOT EXISTS FOR " + pattern + " ON (" + alias + ".id)");
        }
    }

    /**
     * Returns the full-text index that covers the labels and properties, whether or not the gateway created it. Its name depends on the
     * labels. So gateways with other labels on the same database keep their own, and none is dropped.
     */
    private String fullText() {
        for (Record index : run("SHOW FULLTEXT INDEXES YIELD name, entityType, labelsOrTypes, properties")) {
            Set<Object> labels = new HashSet<>(index.get("labelsOrTypes").asList());
            Set<Object> properties = new HashSet<>(index.get("properties").asList());
            if ("NODE".equals(index.get("entityType").asString()) && labels.equals(new HashSet<>(whiteList.labels()))
                    && properties.equals(new HashSet<>(TEXT))) {
                return index.get("name").asString();
            }
        }
        String labels = String.join("|", whiteList.labels().stream().map(label -> "`" + label + "`").toList());
        run("CREATE FULLTEXT INDEX " + textIndex + " IF NOT EXISTS FOR (n:" + labels + ") ON EACH [n.name, n.aliases, n.title]"
                + " OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}}");
        return textIndex;
    }

    /** Returns false if the existing data does not allow it. */
    private boolean attempt(String statement) {
        try {
            run(statement);
            return true;
        } catch (ClientException | DatabaseException e) {
            LOG.warn("Constraint or index not created, the graph works without it: statement=\"{}\" reason={}", statement, e.getMessage());
            return false;
        }
    }

    private List<Record> run(String statement) {
        return driver.executableQuery(statement).withConfig(config).withParameters(Map.of()).execute().records();
    }

    /**
     * Converts typed text to a query for a full-text index with the {@code cjk} analyzer. It keeps only letters and digits, in lower case,
     * so the text has no syntax. Latin words match with one typo or two, and by prefix. Chinese, Japanese and Korean match by pairs of
     * characters; a single character matches anywhere in a pair.
     *
     * @param whole     weight of a whole word; a word with a typo has the weight 1
     * @param beginning weight of the beginning of a word
     * @param twoTypos  number of letters from which a word may have two typos
     */
    record TextQuery(int whole, int beginning, int twoTypos) {

        private static final Pattern WORD =
                Pattern.compile(
                        "(?<cjk>[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]+)|[\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}"
                                + "\\p{IsKatakana}\\p{IsHangul}]]+");
        private static final int MOST_WORDS = 32;
        private static final int LONGEST_WORD = 64;
        private static final int SHORTEST_WITH_TYPO = 3;

        /** Returns empty text if there are no words. */
        String of(String typed) {
            Matcher words = WORD.matcher(Normalizer.normalize(typed, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
            Set<String> clauses = new LinkedHashSet<>();
            while (clauses.size() < MOST_WORDS && words.find()) {
                String word = words.group();
                int length = word.codePointCount(0, word.length());
                if (length <= LONGEST_WORD) {
                    clauses.add(words.group("cjk") != null ? cjk(word, length) : latin(word, length));
                }
            }
            return String.join(" ", clauses);
        }

        private String cjk(String word, int length) {
            return length == 1 ? "*" + word + "*" : "\"" + word + "\"^" + whole + " " + word;
        }

        private String latin(String word, int length) {
            String exact = word + "^" + whole + " " + word + "*";
            return length < SHORTEST_WITH_TYPO ? exact : exact + "^" + beginning + " " + word + (length < twoTypos ? "~1" : "~2");
        }
    }
}
