package dev.caravan.intelligence.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The parser reads definitions, imports and calls of Go. */
class GoParsingTest extends ParsingTest {

    @Test
    void goDefinitions() {
        SourceParser.ParsedFile file = parse("store/store.go", """
                package store

                import (
                	"fmt"
                	al "example.com/m/audit"
                	"example.com/m/text/v2"
                )

                // Server serves.
                type Server struct {
                	db, log *sql.DB
                	Base
                	*al.Trail
                	items []*Item
                }

                type (
                	Saver interface {
                		Save(key string, values ...int) (Item, error)
                		al.Closer
                	}
                	Name = Item
                )

                var first = New()

                // New makes one.
                func New(options ...Option) *Server {
                	s := &Server{}
                	s.start()
                	for _, item := range s.items {
                		item.Pack(2)
                	}
                	return s
                }

                func (s *Server) Handle(a, b int, _ *Request) (n int, err error) {
                	al.Log(s.Handle)
                	defer s.db.Close()
                	fmt.Println(text.Upper(name()))
                	return
                }

                func (Pair[T]) swap() {}
                """);

        assertThat(symbols(file)).containsExactly("TYPE Server 9/10/15", "TYPE Saver 18/18/21", "METHOD Saver.Save 19/19/19",
                "TYPE Name 22/22/22",
                "FUNCTION (module) 1/1/44", "FUNCTION New 27/28/35", "METHOD Server.Handle 37/37/42",
                "METHOD Pair.swap 44/44/44");
        assertThat(symbol(file, "Server").supertypes()).containsExactly("Base", "al.Trail");
        assertThat(symbol(file, "Server").members()).containsExactly("db:sql.DB", "log:sql.DB", "Base:Base", "Trail:al.Trail",
                "items:Item[]");
        assertThat(symbol(file, "Server.Handle")).extracting(Symbol::id, Symbol::owner)
                .containsExactly("store/store.go#Server.Handle(int,int,*Request)", "Server");
        assertThat(file.file().module()).isEqualTo("store");
        assertThat(file.file().imports()).containsExactly(new Import("fmt", "fmt", ""), new Import("al", "example.com/m/audit", ""),
                new Import("text", "example.com/m/text/v2", ""));
        assertThat(calls(file)).containsExactly("(module) -> New/0", "New -> s.start/0", "New -> ?.Pack/1", "Server.Handle -> al.Log/1",
                "Server.Handle -> s.Handle/-1",
                "Server.Handle -> Server.db.Close/0", "Server.Handle -> fmt.Println/-1", "Server.Handle -> text.Upper/-1",
                "Server.Handle -> name/0");
    }
}
