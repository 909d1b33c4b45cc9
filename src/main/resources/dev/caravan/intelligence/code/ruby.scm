; What the reader looks for in Ruby. Each pattern is one node, so that a search takes time in proportion to the file.
(class) @type
(module) @type
(superclass) @supertypes
(method) @function
(singleton_method) @function
(assignment) @variable
(call) @call
(do_block) @block
(block) @block
(comment) @comment
(scope_resolution) @member
(parenthesized_statements) @same
(self) @this
(super) @super
