; What the reader looks for in PHP. Each pattern is one node, so that a search takes time in proportion to the file.
(class_declaration) @type
(interface_declaration) @type
(trait_declaration) @type
(enum_declaration) @type
(base_clause) @supertypes
(class_interface_clause) @supertypes
(function_definition) @function
(method_declaration) @function
(property_declaration) @field
(assignment_expression) @variable
(function_call_expression) @call
(member_call_expression) @call
(nullsafe_member_call_expression) @call
(scoped_call_expression) @call
(object_creation_expression) @construct
(namespace_use_declaration) @import
