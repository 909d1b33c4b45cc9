LINES = []


def record(what, number):
    LINES.append(total(what, number))


# not the total of pricing
def total(what, number):
    return f"{what} {number}"
