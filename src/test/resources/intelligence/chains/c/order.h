#ifndef ORDER_H
#define ORDER_H

#include <stddef.h>

/* One line of an order. */
struct item {
    int price;
    int count;
};

typedef struct {
    struct item *items;
    size_t length;
} order;

int order_total(const order *placed);

#endif
