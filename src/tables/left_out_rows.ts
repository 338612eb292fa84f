/** Why a row is no data. */
export type LeftOut = "repeated header" | "sum" | "note";

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
    const { count = 0, ...known } = this.#rows.get(why) ?? {};
    const first = known.line !== undefined && known.line < line ? known : { line, text };
    this.#rows.set(why, { count: count + 1, line: first.line ?? line, text: first.text ?? text });
    return false;
  }

  get told(): readonly (readonly [LeftOut, Rows])[] {
    return [...this.#rows];
  }
}
