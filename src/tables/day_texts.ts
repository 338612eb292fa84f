/** Different texts of a column of days. A file has the same days again and again. */
export class DayTexts {
  readonly #ids = new Map<string, number>();
  readonly texts: string[] = [];

  /** Returns the number of a text, in the order of first appearance. */
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.texts.length;
    this.#ids.set(text, id);
    this.texts.push(text);
    return id;
  }

  has(text: string): boolean {
    return this.#ids.has(text);
  }
}
