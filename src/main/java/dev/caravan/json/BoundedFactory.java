package dev.caravan.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.DataInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;

/**
 * Parses JSON that no caller sent: answers of servers, values of databases, files. Refuses numbers that can't be written out, and deep
 * nesting, for every target class. Half a surrogate pair, which programs leave when they cut text, becomes U+FFFD, because it can't be
 * written; in a name, Jackson refuses it. If an object repeats a name, the last value counts.
 */
final class BoundedFactory extends JsonFactory {

    private static final long serialVersionUID = 1;

    /** Limits the depth to less than the 1,000 levels of writing, because an answer is written inside an envelope. */
    private static final int MAX_DEPTH = 500;

    BoundedFactory() {
        this(StreamReadConstraints.DEFAULT_MAX_STRING_LEN);
    }

    /** @param longestText limit in characters */
    BoundedFactory(int longestText) {
        super((JsonFactoryBuilder) new JsonFactoryBuilder().streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxStringLength(longestText).build()));
    }

    private BoundedFactory(BoundedFactory other) {
        super(other, null);
    }

    @Override
    public JsonFactory copy() {
        return new BoundedFactory(this);
    }

    @Override
    protected JsonParser _createParser(InputStream in, IOContext context) throws IOException {
        return new Bounded(super._createParser(in, context));
    }

    @Override
    protected JsonParser _createParser(Reader reader, IOContext context) throws IOException {
        return new Bounded(super._createParser(reader, context));
    }

    @Override
    protected JsonParser _createParser(char[] data, int offset, int length, IOContext context, boolean recyclable) throws IOException {
        return new Bounded(super._createParser(data, offset, length, context, recyclable));
    }

    @Override
    protected JsonParser _createParser(byte[] data, int offset, int length, IOContext context) throws IOException {
        return new Bounded(super._createParser(data, offset, length, context));
    }

    @Override
    protected JsonParser _createParser(DataInput in, IOContext context) throws IOException {
        return new Bounded(super._createParser(in, context));
    }

    private static final class Bounded extends JsonParserDelegate {

        Bounded(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            return checked(super.nextToken());
        }

        @Override
        public JsonToken nextValue() throws IOException {
            JsonToken token = nextToken();
            return token == JsonToken.FIELD_NAME ? nextToken() : token;
        }

        private JsonToken checked(JsonToken token) throws IOException {
            if (token == JsonToken.VALUE_NUMBER_FLOAT && !isNaN() && !BoundedNumbers.isBounded(getDecimalValue())) {
                throw new StreamConstraintsException(BoundedNumbers.MESSAGE, currentTokenLocation());
            }
            return token;
        }

        @Override
        public String getText() throws IOException {
            return UnicodeText.repaired(super.getText());
        }

        @Override
        public String getValueAsString() throws IOException {
            return UnicodeText.repaired(super.getValueAsString());
        }

        @Override
        public String getValueAsString(String otherwise) throws IOException {
            return UnicodeText.repaired(super.getValueAsString(otherwise));
        }

        /** Returns false, so that callers use {@link #getText}. */
        @Override
        public boolean hasTextCharacters() {
            return false;
        }

        @Override
        public char[] getTextCharacters() throws IOException {
            return getText().toCharArray();
        }

        @Override
        public int getTextLength() throws IOException {
            return getText().length();
        }

        @Override
        public int getTextOffset() {
            return 0;
        }

        @Override
        public int getText(Writer writer) throws IOException {
            String text = getText();
            writer.write(text);
            return text.length();
        }
    }
}
