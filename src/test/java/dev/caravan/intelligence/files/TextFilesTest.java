package dev.caravan.intelligence.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class TextFilesTest {

    private final TextFiles files = new TextFiles();

    @TempDir
    private Path root;

    @Test
    void textComesWithItsBytesAndItsHash() throws IOException {
        ReadFile.Text text = (ReadFile.Text) read("a.txt", "abc".getBytes(StandardCharsets.UTF_8));

        assertThat(text.text()).isEqualTo("abc");
        assertThat(text.utf8()).isEqualTo(new byte[] {'a', 'b', 'c'});
        assertThat(text.hash()).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void lineEndsStayAsTheyAreAndAByteOrderMarkGoes() throws IOException {
        ReadFile.Text text = (ReadFile.Text) read("a.txt", "\uFEFF第一行\r\n😀\r\nlast".getBytes(StandardCharsets.UTF_8));

        assertThat(text.text()).isEqualTo("第一行\r\n😀\r\nlast");
        assertThat(text.utf8()).isEqualTo(text.text().getBytes(StandardCharsets.UTF_8));
        assertThat(text.hash()).isNotEqualTo(((ReadFile.Text) read("b.txt", text.utf8())).hash());
    }

    @Test
    void whatIsNoTextIsBinary() throws IOException {
        assertThat(reason("a.png", new byte[] {'P', 'N', 'G', 0, 1})).isEqualTo(SkipReason.BINARY);
        assertThat(reason("latin1.txt", "Stra\u00dfe".getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(SkipReason.BINARY);
        assertThat(reason("gb.txt", "中文".getBytes("GB18030"))).isEqualTo(SkipReason.BINARY);
        assertThat(reason("utf16.txt", "text".getBytes(StandardCharsets.UTF_16))).isEqualTo(SkipReason.BINARY);
        assertThat(reason("surrogate.txt", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})).isEqualTo(SkipReason.BINARY);
        assertThat(reason("cut.txt", new byte[] {'a', (byte) 0xE4, (byte) 0xB8})).isEqualTo(SkipReason.BINARY);
    }

    @Test
    void aNulByteCountsAsFarAsGitLooks() throws IOException {
        assertThat(reason("a.txt", ("a".repeat(7_999) + "\0").getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.BINARY);
        assertThat(read("b.txt", ("a line\n".repeat(1_143) + "\0").getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
    }

    @Test
    void aFileAtTheLimitIsReadAndOneByteMoreIsTooLarge() throws IOException {
        TextFiles small = new TextFiles(DataSize.ofBytes(10));

        assertThat(small.read(found("a.txt", "0123456789".getBytes(StandardCharsets.UTF_8)))).isInstanceOf(ReadFile.Text.class);
        assertThat(small.read(found("b.txt", "0123456789a".getBytes(StandardCharsets.UTF_8)))).isEqualTo(new ReadFile.Skipped(SkipReason.TOO_LARGE));
        assertThat(reason("big.txt", "a line\n".repeat(200_000).getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\r\n\t ", "\uFEFF", "\uFEFF\n", "\u3000\n"})
    void blankFilesAreEmpty(String text) throws IOException {
        assertThat(reason("a.txt", text.getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.EMPTY);
    }

    @Test
    void whatVanishedOrCannotBeReadIsUnreadable() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Files.delete(found.file());
        assertThat(files.read(found)).isEqualTo(new ReadFile.Skipped(SkipReason.UNREADABLE));

        Files.createDirectory(found.file());
        assertThat(files.read(found)).isEqualTo(new ReadFile.Skipped(SkipReason.UNREADABLE));
    }

    @Test
    void aFileThatBecameALinkIsNotFollowed() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Path secret = Files.writeString(root.resolve("secret"), "secret");
        Files.delete(found.file());
        Files.createSymbolicLink(found.file(), secret);

        assertThat(files.read(found)).isEqualTo(new ReadFile.Skipped(SkipReason.UNREADABLE));
    }

    @Test
    void aFileThatGrewIsReadAsItIs() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Files.writeString(found.file(), "grown");

        assertThat(((ReadFile.Text) files.read(found)).text()).isEqualTo("grown");
    }

    /** Root may read every file, so Linux's memory of this process, whose first page nobody can read, stands in for one that root may not. */
    @Test
    void aFileThatCannotBeReadIsUnreadable() throws IOException {
        FoundFile found = found("a.txt", new byte[] {'a'});
        Files.setPosixFilePermissions(found.file(), PosixFilePermissions.fromString("---------"));
        FoundFile closed = Files.isReadable(found.file()) ? new FoundFile("a.txt", Path.of("/proc/self/mem"), 1, 0) : found;

        assertThat(files.read(closed)).isEqualTo(new ReadFile.Skipped(SkipReason.UNREADABLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "// Code generated by \"stringer -type=X\"; DO NOT EDIT.\npackage a",
        "// @generated by protobuf-ts 2.9\nexport const a = 1;",
        "/**\n * @generated SignedSource<<abc>>\n */\nmodule.exports = {};",
        "# @generated\nx: 1",
        "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a",
        "// <auto-generated>\n// by a tool\nclass A {}",
        "// <auto-generated />\nclass A {}",
        "package a;\n\nimport javax.annotation.processing.Generated;\n\n@Generated(\"mapstruct\")\npublic class A {}",
        "package a;\n\n@SuppressWarnings(\"all\") @javax.annotation.Generated(value = \"x\")\npublic class A {}",
        "# Generated by the gRPC compiler. DO NOT EDIT!\nimport a",
        "/*\n  This file is generated.\n  Do not edit.\n*/\nint a;",
        "-- DO NOT EDIT: automatically generated\nselect 1",
        "<!-- This file was automatically generated by x. DO NOT EDIT -->\n<a/>"})
    void marksOfGeneratorsAreKnown(String text) throws IOException {
        assertThat(reason("a.any", text.getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.GENERATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "package a;\n\nimport javax.annotation.Generated;\n\nclass A {\n\n    @Generated(\"tool\")\n    int b() {\n        return 1;\n    }\n}",
        "class A {\n    String mark = \"// Code generated by x. DO NOT EDIT.\";\n    String other = \"@generated\";\n    String annotation = \"@Generated(\";\n}",
        "/** Finds files that say {@code @generated} or \"Code generated by x. DO NOT EDIT\". */\nclass A {}",
        "// DO NOT EDIT without asking the owners\nclass A {}",
        "// The ids are generated by the database\nclass A {}",
        "// mail to someone@generated.example\nclass A {}"})
    void mentionsOfThemAreNot(String text) throws IOException {
        assertThat(read("A.java", text.getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
    }

    @Test
    void marksFurtherDownDoNotCount() throws IOException {
        String text = "a line\n".repeat(20);

        assertThat(read("a.js", (text + "// @generated\n").getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
        assertThat(reason("b.js", (text.substring(7) + "// @generated\n").getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.GENERATED);
    }

    @Test
    void aTextAboutGeneratorsIsNotGenerated() throws IOException {
        String text = "# Generators\n\n* @generated marks a file\n* Code generated by go generate says DO NOT EDIT\n";

        assertThat(read("README.md", text.getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"package-lock.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "go.sum", "Cargo.lock", "composer.lock", "Gemfile.lock", "app.min.js", "app.MIN.css", "app.js.map",
        "user_pb2.py", "user.pb.go"})
    void namesOfGeneratedFilesAreKnown(String name) throws IOException {
        assertThat(reason("a/" + name, "a = 1\n".getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.GENERATED);
        assertThat(read("a/" + name + ".txt", "a = 1\n".getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
    }

    @Test
    void endlessLinesAreMinifiedCode() throws IOException {
        String code = "function a(b){return b+1};".repeat(250);
        String paragraphs = ("A paragraph of prose that an editor wraps, and the file does not. ".repeat(10) + "\n").repeat(20);

        assertThat(reason("a.js", code.getBytes(StandardCharsets.UTF_8))).isEqualTo(SkipReason.GENERATED);
        assertThat(read("b.js", code.substring(0, 4_000).getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
        assertThat(read("c.js", code.replace(";", ";\n").getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
        assertThat(read("d.md", paragraphs.getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadFile.Text.class);
    }

    @Test
    void noSourceOfThisRepositoryIsGenerated() throws IOException {
        WorkspaceWalk walk = new WorkspaceFiles(Path.of("src/main"), List.of()).walk();

        assertThat((Iterable<FoundFile>) () -> walk).hasSizeGreaterThan(400).allSatisfy(file -> assertThat(files.read(file)).isInstanceOf(ReadFile.Text.class));
    }

    private SkipReason reason(String path, byte[] bytes) throws IOException {
        return ((ReadFile.Skipped) read(path, bytes)).reason();
    }

    private ReadFile read(String path, byte[] bytes) throws IOException {
        return files.read(found(path, bytes));
    }

    private FoundFile found(String path, byte[] bytes) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return new FoundFile(path, file, bytes.length, 0);
    }
}
