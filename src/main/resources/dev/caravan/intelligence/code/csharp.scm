; What the reader looks for in C#. Each pattern is one node, so that a search takes time in proportion to the file.
(class_declaration) @type
(struct_declaration) @type
(record_declaration) @type
(interface_declaration) @type
(enum_declaration) @type
(base_list) @supertypes
(method_declaration) @function
(local_function_statement) @function
(constructor_declaration) @constructor
(field_declaration) @field
(property_declaration) @field
(local_declaration_statement) @variable
(invocation_expression) @call
(object_creation_expression) @construct
(using_directive) @import
(block) @block
(lambda_expression) @lambda
