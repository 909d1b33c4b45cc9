package dev.caravan.intelligence.files;

import dev.caravan.intelligence.code.Language;
import java.util.BitSet;
import java.util.regex.Pattern;

/** Finds the lines of a source file that contain only its package and its imports. */
final class ImportLines {

    private static final int LONGEST = 500;

    private ImportLines() {
    }

    static BitSet of(Language language, SourceLines lines) {
        BitSet imports = new BitSet();
        Pattern begins = begins(language);
        for (int number = 1; number <= lines.count(); number++) {
            if (begins.matcher(lines.get(number)).lookingAt()) {
                int last = last(lines, number);
                imports.set(number, last + 1);
                number = last;
            }
        }
        return imports;
    }

    private static Pattern begins(Language language) {
        return Pattern.compile(switch (language) {
            case JAVA -> "(?:import\\s+(?:static\\s+)?|package\\s+)[\\w.*]+\\s*;";
            case PYTHON -> "\\s*(?:from\\s+[\\w.]+\\s+import\\b|import\\s+[\\w.]+(?:\\s+as\\s+\\w+)?\\s*(?:[,;#\\\\]|$))";
            case JAVASCRIPT, TYPESCRIPT -> "import\\b\\s*(?:[\"'{*]|type\\b|[\\w$]+\\s*(?:,|from\\b|=\\s*require))";
            case C, CPP -> "\\s*#\\s*(?:include|import|pragma\\s+once)\\b|using\\s+namespace\\b";
            case CSHARP -> "(?:global\\s+)?using\\s+(?:static\\s+)?[\\w.]+\\s*[;=]|namespace\\s+[\\w.]+\\s*;";
            case KOTLIN -> "(?:import|package)\\s+[\\w.*`]+";
            case RUST -> "(?:pub(?:\\([\\w ]+\\))?\\s+)?(?:use|extern\\s+crate)\\s+[\\w:]+";
            case PHP -> "\\s*(?:<\\?php\\s*$|declare\\s*\\(|namespace\\s+[\\w\\\\]+\\s*;|use\\s+(?:function\\s+|const\\s+)?[\\w\\\\]+)";
            case RUBY -> "\\s*require(?:_relative)?\\b";
            case GO -> "package\\s+\\w+\\s*(?://|$)|import\\s*(?:\\(|(?:[\\w.]+\\s+)?[\"`])";
        });
    }

    /** Returns the last line of a statement, which ends when its brackets are closed. */
    private static int last(SourceLines lines, int first) {
        int open = 0;
        for (int number = first; number <= Math.min(lines.count(), first + LONGEST); number++) {
            String line = lines.get(number);
            open += Brackets.opened(line);
            if (open <= 0 && !line.endsWith("\\")) {
                return number;
            }
        }
        return first;
    }
}
