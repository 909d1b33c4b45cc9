; What the reader looks for in C. Each pattern is one node, so that a search takes time in proportion to the file.
(struct_specifier) @type
(union_specifier) @type
(enum_specifier) @type
(type_definition) @type
(function_definition) @function
(field_declaration) @variable
(declaration) @variable
(call_expression) @call
(compound_statement) @block
(preproc_include) @header
(comment) @comment
(field_expression) @member
(pointer_expression) @same
(parenthesized_expression) @same
(cast_expression) @cast
(string_literal) @text
