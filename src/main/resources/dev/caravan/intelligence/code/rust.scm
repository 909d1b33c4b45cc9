; What the reader looks for in Rust. Each pattern is one node, so that a search takes time in proportion to the file.
(struct_item) @type
(enum_item) @type
(union_item) @type
(trait_item) @type
(function_item) @function
(function_signature_item) @function
(field_declaration) @field
(let_declaration) @variable
(call_expression) @call
(use_declaration) @import
(block) @block
(closure_expression) @lambda
(extern_crate_declaration) @header
