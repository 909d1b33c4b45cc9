package dev.caravan.intelligence;

import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A workspace of a few files, and the same as CKB knows it: main → pay → save → write. */
public final class SmallShop {

    private SmallShop() {
    }

    public static Path workspace() {
        try {
            Path root = TemporaryFolder.make("caravan-shop");
            write(root, "src/Menu.java",
                    "/** What a customer sees. */\nclass Menu {\n    private final Orders orders = new Orders();\n\n    void main() {\n   "
                            + "     orders.pay(12);\n        orders.pay(13);\n        show();\n    }\n\n"
                            + "    void show() {\n        System.out.println(\"menu\");\n        System.out.println(\"of the day\");\n    "
                            + "    System.out.println(\"bye\");\n    }\n}\n");
            write(root, "src/Orders.java",
                    "/** Orders of customers. */\nclass Orders {\n    private final Db db = new Db();\n\n    /** Charges the customer's "
                            + "card and keeps the receipt. */\n    void pay(int amount) {\n        check(amount);\n"
                            + "        save(amount);\n    }\n\n    void save(int amount) {\n        db.write(\"order \" + amount);\n      "
                            + "  db.write(\"receipt\");\n        db.write(\"end\");\n    }\n\n"
                            + "    /** Refuses amounts that are negative. */\n    void check(int amount) {\n        if (amount < 0) {\n   "
                            + "         throw new IllegalArgumentException(\"negative\");\n        }\n        check(amount, 1);\n    }\n\n"
                            + "    void check(int amount, int depth) {\n        if (depth < 3) {\n            check(amount, depth + 1);\n "
                            + "       }\n    }\n}\n");
            write(root, "src/Db.java",
                    "/** Writes rows to the disk. */\nclass Db {\n    void write(String row) {\n        String line = row + \"\\n\";\n    "
                            + "    System.out.print(line);\n        System.out.flush();\n    }\n}\n");
            write(root, "docs/refunds.md", "# Refunds\n\nA customer gets the money back within two weeks.\n");
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path documents() {
        try {
            Path root = TemporaryFolder.make("caravan-docs");
            write(root, "refunds.md", "# Refunds\n\nA customer gets the money back within two weeks.\n");
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For {@link dev.caravan.intelligence.ckb.FakeCkb}. */
    public static Path symbols(Path directory) {
        try {
            return write(directory, "symbols.json", """
                    {"symbols": [
                      {"id": "ckb:shop:sym:main", "name": "main", "container": "Menu", "path": "src/Menu.java", "line": 5, "calls": \
                    [{"to": "ckb:shop:sym:pay", "line": 6}]},
                      {"id": "ckb:shop:sym:pay", "name": "pay", "container": "Orders", "path": "src/Orders.java", "line": 6, "calls": \
                    [{"to": "ckb:shop:sym:save", "line": 8}]},
                      {"id": "ckb:shop:sym:save", "name": "save", "container": "Orders", "path": "src/Orders.java", "line": 11, "calls": \
                    [{"to": "ckb:shop:sym:write", "line": 12}]},
                      {"id": "ckb:shop:sym:write", "name": "write", "container": "Db", "path": "src/Db.java", "line": 3},
                      {"id": "ckb:shop:sym:secret", "name": "secret", "path": "../../etc/passwd", "line": 1, "calls": [{"to": \
                    "ckb:shop:sym:pay", "line": 1}]}]}
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(Path root, String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
