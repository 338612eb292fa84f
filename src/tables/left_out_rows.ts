/** Why a row is no data. */
export type LeftOut = "repeated header" | "sum" | "note" | "annual row";

interface Rows {
  readonly count: number;
  readonly line: number;
  readonly text: string;
}

/** Rows of a file that are no data, counted by their reason, with the first of each. */
export class LeftOutRows {
  readonly #rows = new Map<LeftOut, Rows>();

  /** Notes a row that is left out. Returns false, as the answer whether it is data. */
  add(why: LeftOut, { line, text }: { readonly line: number; readonly text: string }): false {
    const known = this.#rows.get(why);
    const first = known !== undefined && known.line < line ? known : { line, text };
    this.#rows.set(why, { count: 1 + (known?.count ?? 0), line: first.line, text: first.text });
    return false;
  }

  get told(): readonly (readonly [LeftOut, Rows])[] {
    return [...this.#rows];
  }
}
