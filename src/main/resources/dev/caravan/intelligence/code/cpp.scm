; What the reader looks for in C++. Each pattern is one node, so that a search takes time in proportion to the file.
(class_specifier) @type
(struct_specifier) @type
(union_specifier) @type
(enum_specifier) @type
(type_definition) @type
(base_class_clause) @supertypes
(function_definition) @function
(field_declaration) @field
(declaration) @variable
(call_expression) @call
(new_expression) @construct
(compound_statement) @block
(lambda_expression) @lambda
(preproc_include) @header
(using_declaration) @header
