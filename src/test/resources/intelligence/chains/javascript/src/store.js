export default class Store {
  save(number, amount) {
    this.write(`${number} ${amount}`);
  }

  write = (line) => {
    console.log(line);
  };
}
