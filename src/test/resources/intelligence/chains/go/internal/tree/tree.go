package tree

type Category struct {
	Children []Category
}

func Depth(category Category) int {
	deepest := 0
	for _, child := range category.Children {
		deepest = max(deepest, Depth(child)+1)
	}
	return deepest
}

func Write(value any) string {
	if list, ok := value.([]any); ok {
		return writeList(list)
	}
	return "value"
}

func writeList(list []any) string {
	text := ""
	for _, one := range list {
		text += Write(one)
	}
	return text
}
