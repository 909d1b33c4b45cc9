package dev.caravan.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import org.yaml.snakeyaml.LoaderOptions;

/** Parses large YAML documents. Refuses aliases, which Jackson would read as texts. */
final class PlainYaml extends YAMLFactory {

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
    }
}
