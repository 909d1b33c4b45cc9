<?php

declare(strict_types=1);

namespace Shop;

use Psr\Log\LoggerInterface;

interface Payments
{
    public function charge(string $card, int $amount): bool;
}

/** Turns orders into receipts. */
final class Checkout extends Desk implements Payments
{
    private Ledger $ledger;

    public function __construct(private LoggerInterface $log)
    {
        $this->ledger = new Ledger();
    }

    public function charge(string $card, int $amount): bool
    {
        return self::valid($card) && $amount > 0;
    }

    public function place(Payments $payments, array $prices): string
    {
        $total = rounded(array_sum($prices));
        if (!$payments->charge('card', $total)) {
            throw new \RuntimeException('refused');
        }
        $this->ledger->write($total);
        return parent::receipt($total);
    }

    private static function valid(string $card): bool
    {
        return strlen($card) > 3;
    }
}

abstract class Desk
{
    protected function receipt(int $total): string
    {
        return "total {$total}";
    }
}

class Ledger
{
    public function write(int $total): void
    {
        error_log((string) $total);
    }
}

function rounded(int $cents): int
{
    return intdiv($cents + 99, 100);
}
