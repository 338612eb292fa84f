interface ReadResult {
  readonly bytes: number;
  readonly value: unknown;
}

/** Largest number of bytes of JSON whose values are kept. */
const KEPT_BYTES = 4 * 1_024 ** 2;

/**
 * Results of runs that connectors read last, as parsed. An assistant reads a result section by section and page by
 * page, and each of them would parse all of it again. A stored result never changes; whether it is there still, and
 * whose it is, decides the endpoint at each call.
 */
export class ReadResults {
  readonly #results = new Map<string, ReadResult>();
  #bytes = 0;

  /**
   * Returns the value of the given key, which `read` parses if it is not kept, from as many bytes. What was read
   * longest ago goes first where all that is kept has more than 4 MiB.
   */
  async value(key: string, { bytes, read }: { bytes: number; read: () => Promise<unknown> }): Promise<unknown> {
    const known = this.#results.get(key);
    this.#forget(key);
    const result = known ?? { bytes, value: await read() };
    if (result.bytes > KEPT_BYTES) return result.value;
    this.#forget(key);
    this.#results.set(key, result);
    this.#bytes += result.bytes;
    for (const oldest of this.#results.keys()) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#forget(oldest);
    }
    return result.value;
  }

  #forget(key: string): void {
    this.#bytes -= this.#results.get(key)?.bytes ?? 0;
    this.#results.delete(key);
  }
}
