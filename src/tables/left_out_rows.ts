/** Why a row is no data. */
export type LeftOut = "repeated header" | "sum" | "note";

interface Rows {
  count: number;
  readonly line: number;
  readonly text: string;
}

/** Rows of a file that are no data, counted by their reason, with the first of each. */
export class LeftOutRows {
  readonly #rows = new Map<LeftOut, Rows>();

  /** Notes a row that is left out. Returns false, as the answer whether it is data. */
  add(why: LeftOut, { line, text }: { readonly line: number; readonly text: string }): false {
    const known = this.#rows.get(why);
    if (known === undefined) this.#rows.set(why, { count: 1, line, text });
    else known.count++;
    return false;
  }

  get told(): readonly (readonly [LeftOut, Readonly<Rows>])[] {
    return [...this.#rows];
  }
}
