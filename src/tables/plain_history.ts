import { type Matrix, matrix } from "../domain/matrix.ts";
import { BytesWriter } from "./bytes_writer.ts";
import { PlainNumber } from "./plain_number.ts";

const QUOTE = 34, COMMA = 44, COLON = 58, BACKSLASH = 92, OPEN_LIST = 91, CLOSE_LIST = 93, OPEN = 123, CLOSE = 125;
const BLANK = 32, DELETE = 127, SMALL_N = 110;
const NULL = [110, 117, 108, 108] as const;
/** Number of rows that are copied from column to column at once, so that they stay in the processor's cache. */
const ROWS_AT_ONCE = 64;

/** Largest number of cells for which room is made before they are read. */
const MOST_CELLS_AHEAD = 4_000_000;

/** The history `{dates, series}` of a request body that was read from its bytes, without an object for each cell. */
export class PlainHistory {
  /** Texts of the dates as sent. */
  readonly dates: readonly string[];
  readonly names: readonly string[];
  /** Values of the history, dates × names; NaN for null. */
  readonly values: Matrix;
  /** JSON text that `JSON.stringify` makes of the history. */
  readonly text: Uint8Array;

  constructor({ dates, names, values, text }: Pick<PlainHistory, "dates" | "names" | "values" | "text">) {
    this.dates = dates;
    this.names = names;
    this.values = values;
    this.text = text;
  }
}

/**
 * Reads a history that begins at the byte `from` of a request body. Returns it with the byte after it, or null if it is
 * not plain. A plain history has dates and series and nothing else, texts of printable ASCII without a backslash, names
 * that are different and no numbers, and for each name a list of numbers and nulls as long as the dates.
 */
export function readPlainHistory(
  bytes: Uint8Array,
  from: number,
): { readonly history: PlainHistory; readonly end: number } | null {
  const reader = new HistoryReader(bytes, from);
  return reader.read() ? { history: reader.history(), end: reader.at } : null;
}

class HistoryReader {
  at: number;
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #number = new PlainNumber();
  /** Text of the history as far as it differs from the bytes sent. */
  readonly #written: BytesWriter;
  /** First byte that is not yet written. */
  #copied: number;
  #dates: string[] | null = null;
  #names: string[] | null = null;
  /** Values of the history, name by name. */
  #cells = new Float64Array(1024);
  #cellCount = 0;
  /** Number of cells of each name; -1 before the first name is read. */
  #rows = -1;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#from = from;
    this.at = from;
    this.#copied = from;
    this.#written = new BytesWriter();
  }

  /** Reads the history. Whether it is plain. */
  read(): boolean {
    const isRead = this.#members(OPEN, CLOSE, () => this.#field());
    return isRead && this.#dates !== null && this.#names !== null &&
      (this.#names.length === 0 || this.#rows === this.#dates.length) &&
      new Set(this.#names).size === this.#names.length;
  }

  /** Returns the history that was read. */
  history(): PlainHistory {
    const dates = this.#dates ?? [], names = this.#names ?? [];
    return new PlainHistory({ dates, names, values: this.#table(dates.length, names.length), text: this.#text() });
  }

  #field(): boolean {
    const name = this.#textOf();
    if (name === null || !this.#passes(COLON)) return false;
    if (name === "dates" && this.#dates === null) {
      const dates: string[] = this.#dates = [];
      return this.#members(OPEN_LIST, CLOSE_LIST, () => {
        const date = this.#textOf();
        return date !== null && dates.push(date) > 0;
      });
    }
    if (name !== "series" || this.#names !== null) return false;
    const names: string[] = this.#names = [];
    return this.#members(OPEN, CLOSE, () => {
      const asset = this.#textOf();
      // The runtime puts names of whole numbers before all others, and treats one name as no other.
      if (asset === null || /^\d+$/.test(asset) || asset === "__proto__" || !this.#passes(COLON)) return false;
      names.push(asset);
      return this.#column();
    });
  }

  /** Reads the list of the values of a name. */
  #column(): boolean {
    const before = this.#cellCount;
    if (!this.#cellsOf()) return false;
    const rows = this.#cellCount - before;
    if (this.#rows < 0) this.#rows = rows;
    return rows === this.#rows;
  }

  /** Reads a list of cells. This loop runs for each number of a body, so it makes no calls that it can avoid. */
  #cellsOf(): boolean {
    const bytes = this.#bytes;
    if (!this.#passes(OPEN_LIST)) return false;
    if (bytes[this.at] === CLOSE_LIST) {
      this.at++;
      return true;
    }
    for (;;) {
      if (!this.#cell()) return false;
      if (bytes[this.at] <= BLANK) this.#passBlanks();
      const next = bytes[this.at++];
      if (next === CLOSE_LIST) return true;
      if (next !== COMMA) return false;
      if (bytes[this.at] <= BLANK) this.#passBlanks();
    }
  }

  #cell(): boolean {
    const bytes = this.#bytes, from = this.at;
    if (this.#cellCount === this.#cells.length) this.#grow();
    if (bytes[from] === SMALL_N) {
      if (NULL.some((code, i) => bytes[from + i] !== code)) return false;
      this.at = from + NULL.length;
      this.#cells[this.#cellCount++] = NaN;
      return true;
    }
    const number = this.#number, end = number.read(bytes, from);
    if (end < 0) return false;
    this.#cells[this.#cellCount++] = number.value;
    this.at = end;
    if (number.isKept) {
      if (number.keptFrom !== from) this.#leaveOut(from, number.keptFrom);
      if (number.keptTo !== end) this.#leaveOut(number.keptTo, end);
    } else {
      this.#leaveOut(from, end);
      this.#written.addText(String(number.value));
    }
    return true;
  }

  /** Makes room for twice as many cells, or for as many as follow if the rest of the bytes is like those before. */
  #grow(): void {
    const { length } = this.#cells, share = (this.#bytes.length - this.#from) / (this.at - this.#from);
    const larger = new Float64Array(Math.max(2 * length, Math.min(Math.ceil(share * length), MOST_CELLS_AHEAD)));
    larger.set(this.#cells);
    this.#cells = larger;
  }

  /** Reads a list or an object, whose members `member` reads. Whether all of it is plain. */
  #members(open: number, close: number, member: () => boolean): boolean {
    if (!this.#passes(open)) return false;
    if (this.#bytes[this.at] === close) {
      this.at++;
      return true;
    }
    for (;;) {
      if (!member()) return false;
      this.#passBlanks();
      const next = this.#bytes[this.at++];
      if (next === close) return true;
      if (next !== COMMA) return false;
      this.#passBlanks();
    }
  }

  /** Passes a sign with the blanks before and after it. Whether the sign stands there. */
  #passes(sign: number): boolean {
    this.#passBlanks();
    if (this.#bytes[this.at] !== sign) return false;
    this.at++;
    this.#passBlanks();
    return true;
  }

  #passBlanks(): void {
    const bytes = this.#bytes, from = this.at;
    let at = from;
    while (isBlank(bytes[at])) at++;
    if (at === from) return;
    this.#leaveOut(from, at);
    this.at = at;
  }

  /** Reads a text of printable ASCII without a backslash; null if another stands there. */
  #textOf(): string | null {
    const bytes = this.#bytes;
    if (bytes[this.at] !== QUOTE) return null;
    const from = this.at + 1;
    let at = from;
    while (bytes[at] !== QUOTE) {
      if (!(bytes[at] >= BLANK && bytes[at] < DELETE) || bytes[at] === BACKSLASH) return null;
      at++;
    }
    this.at = at + 1;
    return ASCII.decode(bytes.subarray(from, at));
  }

  /** Leaves bytes out of the text of the history, and writes those before them. */
  #leaveOut(from: number, to: number): void {
    this.#written.add(this.#bytes, this.#copied, from);
    this.#copied = to;
  }

  #text(): Uint8Array {
    const isAsSent = this.#copied === this.#from;
    if (isAsSent) return this.#bytes.subarray(this.#from, this.at);
    this.#leaveOut(this.at, this.at);
    return this.#written.bytes();
  }

  /** Returns the values, row by row. */
  #table(rows: number, columns: number): Matrix {
    const table = matrix(rows, columns), { data } = table, cells = this.#cells;
    for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
      const end = Math.min(rows, top + ROWS_AT_ONCE);
      for (let j = 0; j < columns; j++) {
        for (let t = top, at = top * columns + j; t < end; t++, at += columns) data[at] = cells[j * rows + t];
      }
    }
    return table;
  }
}

const ASCII = new TextDecoder();

/** Whether a byte is one of the blanks that JSON allows between signs. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
