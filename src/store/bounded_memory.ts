/**
 * Map in memory with at most `size` entries. A further key drops the entry whose key was added first; the value of a
 * dropped entry must be read from the store again.
 */
export class BoundedMemory<Value> {
  readonly #facts = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    return this.#facts.get(key);
  }

  set(key: string, value: Value): void {
    if (!this.#facts.has(key) && this.#facts.size >= this.#size) {
      for (const oldest of this.#facts.keys()) {
        this.#facts.delete(oldest);
        break;
      }
    }
    this.#facts.set(key, value);
  }

  delete(key: string): void {
    this.#facts.delete(key);
  }
}
