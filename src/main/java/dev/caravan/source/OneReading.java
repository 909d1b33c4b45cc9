package dev.caravan.source;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Refuses YAML that readers of YAML 1.1 and of YAML 1.2 understand differently. Edits are checked with a reader of 1.2, and Spring and
 * Jackson read the files with a reader of 1.1. A setting that only one of them sees would pass unchecked.
 */
public final class OneReading {

    private static final LoadSettings SETTINGS = LoadSettings.builder().build();
    private static final int LINE_SEPARATOR = 0x2028;
    private static final int PARAGRAPH_SEPARATOR = 0x2029;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private OneReading() {
    }

    /** @throws SourceProblemException with the line, if it is known */
    public static void require(String yaml) throws SourceProblemException {
        requireCharacters(yaml);
        List<String> checked = new ArrayList<>();
        List<String> read = new ArrayList<>();
        try {
            for (Event event : new Parse(SETTINGS).parseString(yaml)) {
                checked.add(event.getEventId() + (event instanceof ScalarEvent scalar ? scalar.getValue()
                        : event instanceof AliasEvent alias ? alias.getAlias().getValue() : ""));
            }
        } catch (YamlEngineException e) {
            return; // the caller's own reading of YAML 1.2 tells the place
        }
        try {
            Parser parser = new ParserImpl(new StreamReader(yaml), new LoaderOptions());
            for (org.yaml.snakeyaml.events.Event event = parser.getEvent(); event != null; event = parser.getEvent()) {
                read.add(event.getEventId() + (event instanceof org.yaml.snakeyaml.events.ScalarEvent scalar ? scalar.getValue()
                        : event instanceof org.yaml.snakeyaml.events.AliasEvent alias ? alias.getAnchor() : ""));
            }
        } catch (YAMLException e) {
            read.clear();
        }
        if (!checked.equals(read)) {
            throw new SourceProblemException(
                    "settings: readers of YAML 1.1 and YAML 1.2 understand this text differently. Write its values in quotes");
        }
    }

    private static void requireCharacters(String yaml) throws SourceProblemException {
        int line = 1;
        for (int i = 0; i < yaml.length(); i++) {
            char c = yaml.charAt(i);
            if (c == '\n') {
                line++;
            } else if (isRefused(c) && !(c == '\r' && yaml.startsWith("\n", i + 1))) {
                throw SourceProblemException.at(line, 0,
                        "the character U+%04X is not supported. Remove it, or write \\u%04X in double quotes".formatted((int) c, (int) c));
            }
        }
    }

    /** Whether this is a control character other than a tab, or one that YAML 1.1 takes for the end of a line or does not see at all. */
    static boolean isRefused(char c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n' || c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR
                || c == BYTE_ORDER_MARK;
    }
}
