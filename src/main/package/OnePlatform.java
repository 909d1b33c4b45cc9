import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Takes the native libraries of other platforms out of the package's jars: {@code java OnePlatform.java LIB [PLATFORM]}. LIB is the folder
 * of the jars. PLATFORM is linux-x64, linux-aarch64, osx-x64, osx-aarch64 or win-x64, by default that of this machine; {@code *} keeps all.
 */
class OnePlatform {

    private static final String ONNX = "ai/onnxruntime/native/";
    private static final Map<String, String> GRAMMARS = Map.of("linux-x64", "x86_64-linux-", "linux-aarch64", "aarch64-linux-",
            "osx-x64", "x86_64-macos-", "osx-aarch64", "aarch64-macos-", "win-x64", "x86_64-windows-");

    public static void main(String[] args) throws IOException {
        String platform = args.length > 1 && !args[1].isEmpty() ? args[1] : here();
        if (platform.equals("*")) {
            return;
        }
        String grammars = GRAMMARS.get(platform);
        if (grammars == null) {
            throw new IllegalArgumentException("Unknown platform " + platform + ". Known are " + GRAMMARS.keySet() + " and *.");
        }
        try (Stream<Path> jars = Files.list(Path.of(args[0]))) {
            for (Path jar : jars.toList()) {
                String name = jar.getFileName().toString();
                if (name.startsWith("onnxruntime-")) {
                    keep(jar, entry -> !entry.startsWith(ONNX)
                            || entry.startsWith(ONNX + platform + "/") && !entry.endsWith(".pdb") && !entry.contains(".dSYM/"));
                } else if (name.startsWith("tree-sitter-")) {
                    keep(jar, entry -> !entry.startsWith("lib/") || entry.startsWith("lib/" + grammars));
                }
            }
        }
    }

    private static String here() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String os = system.startsWith("mac") ? "osx" : system.startsWith("windows") ? "win" : "linux";
        return os + (System.getProperty("os.arch").equals("aarch64") ? "-aarch64" : "-x64");
    }

    private static void keep(Path jar, Predicate<String> kept) throws IOException {
        Path smaller = jar.resolveSibling(jar.getFileName() + ".smaller");
        try (ZipFile from = new ZipFile(jar.toFile()); ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(smaller))) {
            for (Enumeration<? extends ZipEntry> entries = from.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (kept.test(entry.getName())) {
                    ZipEntry copy = new ZipEntry(entry.getName());
                    copy.setTime(entry.getTime());
                    to.putNextEntry(copy);
                    from.getInputStream(entry).transferTo(to);
                }
            }
        }
        Files.move(smaller, jar, StandardCopyOption.REPLACE_EXISTING);
    }
}
