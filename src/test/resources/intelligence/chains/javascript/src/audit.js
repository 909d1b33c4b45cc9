const lines = [];

export const record = function (what, number) {
  lines.push(total(what, number));
};

// not the total of pricing
const total = (what, number) => `${what} ${number}`;
