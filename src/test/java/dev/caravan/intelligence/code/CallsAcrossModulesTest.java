package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The resolver follows calls through modules, packages and imports of Python, JavaScript, TypeScript and Go. */
class CallsAcrossModulesTest extends CallTargetsTest {

    @Test
    void pythonModulesAreFollowedByAliasPackageAndReexport() {
        file("app/__init__.py", "from .core import *\nfrom .io.disk import Disk as Drive\n");
        file("app/core.py", "def start(): pass\n");
        file("app/io/__init__.py", "");
        file("app/io/disk.py", "class Disk:\n    def spin(self): pass\n    @classmethod\n    def first(cls): return cls()\n");
        file("tools/start.py", "def start(): pass\n");
        file("tests/use.py", """
                import app.core as c
                import app.io.disk
                from app import start, Drive
                from tools.start import start as begin
                from os import path

                def aliased(): c.start()
                def dotted(): app.io.disk.Disk()
                def passed_on(): start()
                def renamed(): begin()
                def made(): Drive().spin()
                def built(): Drive.first()
                def outside(): path.start()
                def shadowed(start): start()
                """);

        assertThat(targets("aliased", "start")).containsExactly("app/core.py#start()");
        assertThat(targets("dotted", "Disk")).containsExactly("app/io/disk.py#Disk");
        assertThat(targets("passed_on", "start")).containsExactly("app/core.py#start()");
        assertThat(targets("renamed", "begin")).containsExactly("tools/start.py#start()");
        assertThat(targets("outside", "start")).isEmpty();
        assertThat(targets("Disk.first", "Disk")).containsExactly("app/io/disk.py#Disk");
        assertThat(graph.callsFrom(graph.all().stream().map(Symbol::id).toList())).noneMatch(call -> call.caller().contains("shadowed"));
    }

    @Test
    void pythonObjectsAreFollowedThroughAttributesAndInheritance() {
        file("a.py", """
                from b import Store

                class Base:
                    def __init__(self, store: Store):
                        self.store = store
                    def close(self): pass

                class Shop(Base):
                    def __init__(self):
                        super().__init__(Store())
                        self.backup = Store()
                    def run(self):
                        self.store.save()
                        self.backup.save()
                        self.close()
                        with Store() as other:
                            other.save()
                        local = Store()
                        local.save()
                """);
        file("b.py", "class Store:\n    def save(self): pass\n");

        assertThat(targets("Shop.run", "save")).hasSize(4).containsOnly("b.py#Store.save()");
        assertThat(targets("Shop.run", "close")).containsExactly("a.py#Base.close()");
        assertThat(targets("Shop.__init__", "Base")).containsExactly("a.py#Base.__init__(Store)");
    }

    @Test
    void scriptModulesAreFollowedByPathIndexAliasAndRequire() {
        file("src/lib/index.ts", "export { make as build } from './make';\nexport * from './open';\n");
        file("src/lib/make.ts", "export function make(): Tool { return new Tool(); }\nexport class Tool { sharpen(): void {} }\n");
        file("src/lib/open.js", "export function open() {}\n");
        file("src/other/open.js", "module.exports = function open() {};\n");
        file("src/plain.js", "export default function () {}\n");
        file("src/use.ts", """
                import { build, open } from './lib';
                import * as lib from './lib/make.js';
                import plain from './plain';
                import { open as away } from 'elsewhere';
                const other = require('./other/open');
                function one() { build().sharpen(); }
                function two() { open(); }
                function three() { lib.make(); }
                function four() { plain(); }
                function five() { away(); }
                function six() { JSON.open(); unheard(); }
                """);
        file("src/renamed.ts", "import { make as create } from './lib/make';\nfunction eight() { create(); }\n");
        file("src/deep/alias.ts", "import { make } from '@/lib/make';\nexport const seven = () => make();\n");

        assertThat(targets("one", "sharpen")).containsExactly("src/lib/make.ts#Tool.sharpen() ?");
        assertThat(targets("two", "open")).containsExactly("src/lib/open.js#open()");
        assertThat(targets("three", "make")).containsExactly("src/lib/make.ts#make()");
        assertThat(targets("four", "plain")).containsExactly("src/plain.js#default()");
        assertThat(targets("five", "away")).isEmpty();
        assertThat(targets("six", "open")).isEmpty();
        assertThat(targets("eight", "make")).containsExactly("src/lib/make.ts#make()");
        assertThat(targets("seven", "make")).containsExactly("src/lib/make.ts#make()");
    }

    @Test
    void pathAliasesOfTheNearestConfigurationAreFollowed() {
        file("web/tsconfig.json", """
                {
                  // where things are
                  "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["./app/*"], "@shop/ui": ["./ui/main.ts"], }, },
                }
                """);
        file("web/app/price.ts", "export function total() {}\n");
        file("web/ui/main.ts", "export function draw() {}\n");
        file("web/lib/text.ts", "export function upper() {}\n");
        file("other/app/price.ts", "export function total() {}\n");
        file("web/deep/use.ts", """
                import { total } from '~/price';
                import { draw } from '@shop/ui';
                import { upper } from 'lib/text';
                import { lower } from 'elsewhere';
                export function use() { total(); draw(); upper(); lower(); }
                """);

        assertThat(targets("use", "total")).containsExactly("web/app/price.ts#total()");
        assertThat(targets("use", "draw")).containsExactly("web/ui/main.ts#draw()");
        assertThat(targets("use", "upper")).containsExactly("web/lib/text.ts#upper()");
        assertThat(targets("use", "lower")).isEmpty();
    }

    @Test
    void callsCrossJavaScriptAndTypeScriptButNoOtherLanguages() {
        file("a.js", "function use(thing) { thing.polish(); }");
        file("b.ts", "class Shoe { polish(): void {} }");
        file("c.py", "class Shoe:\n    def polish(self): pass\n");

        assertThat(targets("use", "polish")).containsExactly("b.ts#Shoe.polish() ?");
    }

    @Test
    void goPackagesAreDirectoriesAndTheStandardLibraryIsExternal() {
        file("json/json.go", "package json\nfunc Marshal() {}\n");
        file("internal/store/store.go",
                "package store\ntype Store struct{}\nfunc New() *Store { return nil }\nfunc (s *Store) Save() {}\n");
        file("internal/store/more.go", "package store\nfunc helper() *Store { return New() }\n");
        file("internal/store/store_test.go", "package store_test\nfunc New() {}\n");
        file("vendored/store/store.go", "package store\nfunc New() {}\n");
        file("cmd/main.go", """
                package main
                import (
                	"encoding/json"
                	db "example.com/shop/internal/store"
                	far "github.com/else/store"
                )
                func run() { json.Marshal(); s := db.New(); s.Save(); far.New() }
                func held(s *db.Store) { s.Save() }
                """);

        assertThat(targets("run", "Marshal")).isEmpty();
        assertThat(targets("run", "New")).containsExactly("internal/store/store.go#New()");
        assertThat(targets("run", "Save")).containsExactly("internal/store/store.go#Store.Save() ?");
        assertThat(targets("held", "Save")).containsExactly("internal/store/store.go#Store.Save()");
        assertThat(targets("helper", "New")).containsExactly("internal/store/store.go#New()");
    }
}
