/** Collects bytes and texts of ASCII one after the other. */
export class BytesWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** Adds the bytes from `from` up to `to`. */
  add(bytes: Uint8Array, from: number, to: number): void {
    this.#makeRoom(to - from);
    // Copying byte by byte is faster for few bytes.
    if (to - from > 32) this.#bytes.set(bytes.subarray(from, to), this.#length);
    else for (let at = from, into = this.#length; at < to; at++, into++) this.#bytes[into] = bytes[at];
    this.#length += to - from;
  }

  /** Adds a text of ASCII. */
  addText(text: string): void {
    this.#makeRoom(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** Returns all bytes that were added. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
    larger.set(this.bytes());
    this.#bytes = larger;
  }
}
