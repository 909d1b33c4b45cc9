#include "order.h"

#include <stdio.h>

static int with_tax(int amount)
{
    return amount + amount / 5;
}

/* Adds up the items, with tax. */
int order_total(const order *placed)
{
    int total = 0;
    for (size_t i = 0; i < placed->length; i++) {
        total += placed->items[i].price * placed->items[i].count;
    }
    return with_tax(total);
}

static int *cheapest(order *placed)
{
    return &placed->items[0].price;
}

int main(void)
{
    order placed = {0};
    printf("%d %d\n", order_total(&placed), *cheapest(&placed));
    return 0;
}
