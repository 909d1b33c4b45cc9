export interface Store {
  save(number: string, amount: number): Promise<void>;
}

export class MemoryStore implements Store {
  private readonly lines: string[] = [];

  async save(number: string, amount: number): Promise<void> {
    this.append(`${number} ${amount}`);
  }

  private append(line: string): void {
    this.lines.push(line);
  }
}

export class SilentStore implements Store {
  async save(): Promise<void> {}
}
