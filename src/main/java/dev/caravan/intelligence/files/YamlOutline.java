package dev.caravan.intelligence.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the top two levels of a YAML text: keys and list items with at most two columns of indentation. A comment belongs to what follows it. */
final class YamlOutline {

    private static final int INDENTATION = 2;
    private static final int LOOKED_AT = 4;
    private static final Pattern ENTRY = Pattern.compile("( *)(- +)?(?:([\"']?[\\w./$@{}-][^#]*?):(?:\\s+(.*))?|(.*))");
    private static final Pattern NAME = Pattern.compile("\\s+(?:id|name):\\s*(.+)");

    private YamlOutline() {
    }

    static Outline of(SourceLines lines) {
        Outline outline = new Outline();
        String above = "";
        boolean inItem = false;
        for (int number = 1; number <= lines.count(); number++) {
            Matcher entry = ENTRY.matcher(lines.get(number));
            int indentation = lines.indentation(number);
            boolean comment = lines.get(number).stripLeading().startsWith("#");
            if (lines.isBlank(number) || comment || indentation > INDENTATION || indentation > 0 && inItem || !entry.matches()) {
                continue;
            }
            boolean item = entry.group(2) != null;
            if (entry.group(3) == null && !item) {
                continue;
            }
            String label = item ? item(lines, number, entry) : entry.group(3);
            outline.begin(withComments(lines, number), indentation == 0 || item ? label : above + ' ' + label);
            if (indentation == 0) {
                above = label;
                inItem = item;
            }
        }
        return outline;
    }

    private static String item(SourceLines lines, int number, Matcher entry) {
        String key = entry.group(3) == null ? entry.group(5) : entry.group(3);
        if (entry.group(4) != null && !entry.group(4).isBlank()) {
            return key + ' ' + entry.group(4);
        }
        for (int next = number + 1; next <= Math.min(lines.count(), number + LOOKED_AT); next++) {
            Matcher name = NAME.matcher(lines.get(next));
            if (name.matches()) {
                return key + ' ' + name.group(1);
            }
        }
        return key;
    }

    private static int withComments(SourceLines lines, int number) {
        int first = number;
        while (first > 1 && lines.get(first - 1).stripLeading().startsWith("#") && lines.indentation(first - 1) <= lines.indentation(number)) {
            first--;
        }
        return first;
    }
}
