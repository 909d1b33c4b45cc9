def depth(category):
    return 1 + max((depth(child) for child in category.children), default=0)


def write(value):
    if isinstance(value, list):
        return write_list(value)
    return repr(value)


def write_list(values):
    return "[" + ", ".join(map(write, values)) + "]"
