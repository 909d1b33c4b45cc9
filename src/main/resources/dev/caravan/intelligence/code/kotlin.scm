; What the reader looks for in Kotlin. Each pattern is one node, so that a search takes time in proportion to the file.
(class_declaration) @type
(object_declaration) @type
(delegation_specifier) @supertypes
(function_declaration) @function
(secondary_constructor) @constructor
(class_parameter) @field
(property_declaration) @variable
(call_expression) @call
(package_header) @package
(import_header) @import
(lambda_literal) @block
