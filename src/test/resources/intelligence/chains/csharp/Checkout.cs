using System;
using System.Collections.Generic;

namespace Shop;

public interface IPayments
{
    bool Charge(string card, int amount);
}

/// <summary>Turns orders into receipts.</summary>
public class Checkout : IPayments
{
    private readonly Ledger ledger = new Ledger();

    public int Count { get; private set; }

    public Checkout(int count)
    {
        Count = count;
    }

    public bool Charge(string card, int amount) => Valid(card) && amount > 0;

    public string Place(IPayments payments, List<int> prices)
    {
        var total = 0;
        prices.ForEach(price => total += Rounding.Up(price));
        if (!payments.Charge("card", total))
        {
            throw new InvalidOperationException("refused");
        }
        ledger.Write(total);
        return this.Receipt(total);
    }

    private string Receipt(int total)
    {
        Checkout next = new Checkout(total);
        return next.Count.ToString();
    }

    private static bool Valid(string card)
    {
        return card.Length > 3;
    }
}

public static class Rounding
{
    public static int Up(int cents) => (cents + 99) / 100;
}
