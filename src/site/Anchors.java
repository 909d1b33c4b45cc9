import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Gives the headings of the rendered pages the anchors that git hosts give them: Doxia writes "A_heading" where links say "a-heading". */
class Anchors {

    private static final Pattern HEADING = Pattern.compile("<a id=\"[^\"]*\"></a>(\\s*<h\\d>)(.*?)(</h\\d>)", Pattern.DOTALL);

    public static void main(String[] folder) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(folder[0]))) {
            for (Path page : files.filter(file -> file.toString().endsWith(".html")).toList()) {
                String html = Files.readString(page);
                Files.writeString(page, HEADING.matcher(html).replaceAll(heading -> java.util.regex.Matcher.quoteReplacement(
                        "<a id=\"" + anchor(heading.group(2)) + "\"></a>" + heading.group(1) + heading.group(2) + heading.group(3))));
            }
        }
    }

    private static String anchor(String heading) {
        String text = heading.replaceAll("<[^>]*>", "").replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
        return text.strip().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    }
}
