package dev.caravan.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;
import org.springframework.stereotype.Component;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Creates all JSON readers, so that one place limits numbers, texts, names and depth. {@link StrictJson} reads callers' bodies; the bean
 * {@link ObjectMapper} and the mappers of this class read everything else.
 */
@Component
public final class JsonMappers implements Jackson2ObjectMapperBuilderCustomizer {

    private static final int LONGEST_NUMBER_OF_CONTEXTS = 5_000;
    private static final int DEEPEST_OF_CONTEXTS = 10_000;
    /** Limits the depth to less than the 1,000 levels of writing, because an answer is written inside an envelope. */
    private static final int MAX_DEPTH = 500;

    /** Gives the bean the same limits. */
    @Override
    public void customize(Jackson2ObjectMapperBuilder builder) {
        builder.factory(factory(StreamReadConstraints.DEFAULT_MAX_STRING_LEN)).modulesToInstall(bounds())
                .featuresToEnable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .postConfigurer(mapper -> mapper.setNodeFactory(BoundedNumbers.NORMAL));
    }

    /** Returns a mapper with exact decimals. It drops zeros at the end of a fraction, like Jackson's default. */
    public static ObjectMapper normal() {
        return mapper(BoundedNumbers.NORMAL);
    }

    /** Returns a mapper that keeps decimals as written: 100.0 does not become 1E+2. */
    public static ObjectMapper exact() {
        return mapper(BoundedNumbers.EXACT);
    }

    /** Returns a mapper that writes the members of objects in the order of their names. */
    public static ObjectMapper sorted() {
        return normal().configure(JsonNodeFeature.WRITE_PROPERTIES_SORTED, true);
    }

    private static ObjectMapper mapper(BoundedNumbers numbers) {
        return new ObjectMapper(factory(StreamReadConstraints.DEFAULT_MAX_STRING_LEN)).registerModule(bounds())
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .setNodeFactory(numbers);
    }

    /** Writes what was made of JSON. */
    public static String text(ObjectMapper mapper, Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("it was made of JSON", e);
        }
    }

    /** Returns a mapper for schemas and other JSON of operators. A repeated name in an object is an error. */
    public static ObjectMapper written() {
        return normal().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    }

    /** Returns a mapper for stored documents, which grow by several requests that are each within the limits. */
    public static ObjectMapper ofContexts(ObjectMapper mapper) {
        JsonFactory factory = JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST_OF_CONTEXTS).maxNumberLength(LONGEST_NUMBER_OF_CONTEXTS).maxStringLength(Integer.MAX_VALUE)
                .build()).build();
        return mapper.copyWith(factory).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    }

    /**
     * Returns a mapper that reads values one at a time from a stream, which stays open.
     *
     * @param longestText limit in characters
     */
    public static ObjectMapper ofStreams(ObjectMapper mapper, int longestText) {
        return mapper.copyWith(factory(longestText).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE))
                .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Returns a reader of the nodes and events of YAML files of operators, which have their places in the text. */
    public static Yaml yamlNodes() {
        return new Yaml();
    }

    /** Returns a mapper for YAML files of operators. */
    public static YAMLMapper yaml() {
        YAMLMapper yaml = new YAMLMapper();
        yaml.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .setNodeFactory(BoundedNumbers.NORMAL);
        return yaml;
    }

    /**
     * Returns a mapper for large YAML documents of others, in YAML 1.2: {@code no} is a text. Aliases are an error.
     *
     * @param longest limit of a document in characters
     */
    public static ObjectMapper yamlDocuments(int longest) {
        return new ObjectMapper(new PlainYaml(longest))
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .setNodeFactory(BoundedNumbers.NORMAL);
    }

    /** Returns a mapper for callers' bodies, whose text is already checked. */
    static ObjectMapper strict(ObjectMapper mapper, int depth, BoundedNumbers numbers) {
        JsonFactory factory = new JsonFactoryBuilder().streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(depth).build())
                .build();
        return mapper.copyWith(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .setNodeFactory(numbers);
    }

    /** @param longestText limit in characters */
    private static JsonFactory factory(int longestText) {
        return new JsonFactoryBuilder().streamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH).maxStringLength(longestText).build()).build();
    }

    /**
     * Returns the rules for JSON that no caller sent (answers of servers, values of databases, files), which hold for plain Java values as
     * {@link BoundedNumbers} does for trees. A number that can't be written out is refused. Half a surrogate pair, which programs leave
     * when they cut text, becomes U+FFFD, because it can't be written; in a name, Jackson refuses it. If an object repeats a name, the last
     * value counts.
     */
    private static SimpleModule bounds() {
        return new SimpleModule().addDeserializer(String.class, new StringDeserializer() {
            @Override
            public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                return StrictJson.repaired(super.deserialize(parser, context));
            }
        }).addDeserializer(Number.class, new StdScalarDeserializer<>(Number.class) {
            @Override
            public Number deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                Number number = (Number) NumberDeserializers.NumberDeserializer.instance.deserialize(parser, context);
                if (number instanceof BigDecimal decimal && !BoundedNumbers.isBounded(decimal)) {
                    throw new StreamConstraintsException(BoundedNumbers.MESSAGE, parser.currentTokenLocation());
                }
                return number;
            }
        });
    }

    /** Parses large YAML documents. Refuses aliases, which Jackson would read as texts. */
    static final class PlainYaml extends YAMLFactory {

        private static final long serialVersionUID = 1;

        private final transient LoaderOptions options = new LoaderOptions();

        /** @param longest limit in characters */
        PlainYaml(int longest) {
            options.setCodePointLimit(longest);
        }

        @Override
        protected YAMLParser _createParser(InputStream in, IOContext context) throws IOException {
            return _createParser(_createReader(in, JsonEncoding.UTF8, context), context);
        }

        @Override
        protected YAMLParser _createParser(Reader reader, IOContext context) {
            return new WithoutAliases(context, _parserFeatures, _yamlParserFeatures, options, _objectCodec, reader);
        }

        private static final class WithoutAliases extends YAMLParser {

            /** Booleans and numbers of YAML 1.1 that are texts in 1.2. */
            private static final Pattern TEXT = Pattern.compile("(?i)yes|no|on|off|[-+]?0b[01_]+|[-+]?[0-9][0-9a-fx]*[_:][0-9a-f_:.x]*");
            private static final Pattern OCTAL = Pattern.compile("0o[0-7]{1,100}");
            /** A number that YAML 1.1 reads as octal. */
            private static final Pattern DECIMAL = Pattern.compile("[-+]?0[0-9]+");

            WithoutAliases(IOContext context, int parserFeatures, int features, LoaderOptions options, ObjectCodec codec, Reader reader) {
                super(context, parserFeatures, features, options, codec, reader);
            }

            @Override
            public JsonToken nextToken() throws IOException {
                JsonToken token = super.nextToken();
                if (isCurrentAlias()) {
                    throw new JsonParseException(this, "aliases (*name) are not supported; write the value out", currentTokenLocation());
                }
                return token;
            }

            /** Reads a plain value as YAML 1.2 means it. The parser is one of YAML 1.1. */
            @Override
            protected JsonToken _decodeScalar(ScalarEvent scalar) throws IOException {
                String value = scalar.getValue();
                boolean isPlain = scalar.isPlain() && scalar.getTag() == null;
                if (isPlain && TEXT.matcher(value).matches()) {
                    return super._decodeScalar(with(scalar, value, new ImplicitTuple(false, true)));
                }
                if (isPlain && OCTAL.matcher(value).matches()) {
                    return super._decodeScalar(with(scalar, new BigInteger(value.substring(2), 8).toString(), scalar.getImplicit()));
                }
                return super._decodeScalar(isPlain && DECIMAL.matcher(value).matches()
                        ? with(scalar, value.replaceFirst("^([-+]?)0+(?=\\d)", "$1"), scalar.getImplicit()) : scalar);
            }

            private static ScalarEvent with(ScalarEvent scalar, String value, ImplicitTuple implicit) {
                return new ScalarEvent(scalar.getAnchor(), null, implicit, value, scalar.getStartMark(), scalar.getEndMark(),
                        scalar.getScalarStyle());
            }
        }
    }
}
