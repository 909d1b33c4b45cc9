require 'json'

module Shop
  # Where entries go.
  class Ledger
    def initialize(path)
      @path = path
    end

    def write(entry)
      File.write(@path, JSON.dump(entry))
    end
  end

  class Checkout < Desk
    def place(order)
      ledger = Ledger.new('ledger.json')
      ledger.write(order)
      self.receipt(total(order))
    end

    def receipt(total)
      "total #{total}"
    end

    def self.open(name)
      new(name)
    end

    private

    def total(order)
      order.sum { |item| Shop.rounded(item) }
    end
  end

  def self.rounded(cents)
    (cents + 99) / 100
  end
end

Shop::Checkout.open('main')
