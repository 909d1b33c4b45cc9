namespace Shop
{
    internal sealed class Ledger
    {
        private int last;

        internal void Write(int total)
        {
            last = total;
        }
    }
}
