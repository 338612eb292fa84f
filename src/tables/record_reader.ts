/**
 * Longest record of a table in characters. A longer one is refused, because it can be neither a row of 5,000 numbers
 * nor a header of 5,000 names of 120 characters.
 */
export const MOST_RECORD_LETTERS = 1024 * 1024;

const ENCODER = new TextEncoder();
const CARRIAGE_RETURN = 13;

/** Way in which a text is divided into lines and cells. */
export interface Dialect {
  readonly separator: "," | ";" | "\t" | "|";
  readonly lineEnd: "\n" | "\r";
}

/** Takes a record: its cells, and the number of its last line. Returns false where no more records are wanted. */
export type TakeRecord = (cells: readonly string[], line: number) => boolean;

/** A line of a text of ASCII letters alone: the text, the same as bytes, and where the line begins and ends in both. */
export interface AsciiLine {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly begin: number;
  readonly end: number;
  readonly line: number;
}

/** Takes a line as a whole. Returns false where it leaves the line to be divided into cells. */
export type TakeLine = (line: AsciiLine) => boolean;

/** Error for a text that is no CSV. Its message says where and why. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Divides a text, which comes in pieces, into records of cells. A quoted cell may contain separators and line ends,
 * and two quotes in it stand for one. Cells are not trimmed. Throws `CsvError` for a quote in a wrong place and for a
 * record that is too long. It reads lines without quotes much faster than a general parser does, and first offers each
 * line outside quotes to a reader that may take it whole.
 */
export class RecordReader {
  readonly #dialect: Dialect;
  readonly #take: TakeRecord;
  readonly #takeLine: TakeLine | null;
  /** Pieces of text without a line end, which begin the next line. */
  readonly #rest: string[] = [];
  #restLetters = 0;
  /** Record whose quote is still open at the end of the lines read so far. */
  #quoted: QuotedRecord | null = null;
  #line = 0;
  #isDone = false;
  /** Buffer for the bytes of a text, used again and again. */
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();

  constructor(dialect: Dialect, take: TakeRecord, takeLine: TakeLine | null = null) {
    this.#dialect = dialect;
    this.#take = take;
    this.#takeLine = takeLine;
  }

  /** Reads the next piece of the text. Returns false where no more records are wanted. */
  push(piece: string): boolean {
    const { lineEnd } = this.#dialect;
    if (!piece.includes(lineEnd)) {
      this.#keep(piece);
      return !this.#isDone;
    }
    const text = this.#restText() + piece, bytes = this.#takeLine === null ? null : this.#asciiOf(text);
    let begin = 0;
    for (let end = text.indexOf(lineEnd); end >= 0 && !this.#isDone; end = text.indexOf(lineEnd, begin)) {
      if (bytes === null || !this.#isTaken({ text, bytes, begin, end })) this.#divide(text.slice(begin, end));
      begin = end + 1;
    }
    this.#keep(text.slice(begin));
    return !this.#isDone;
  }

  /** Reads what is left at the end of the text. */
  end(): void {
    const rest = this.#restText();
    if (rest !== "" && !this.#isDone) this.#divide(rest);
    if (this.#quoted !== null && !this.#isDone) {
      throw new CsvError(`to its end: a quote is never closed, that of line ${this.#quoted.openedAt}`);
    }
  }

  #keep(piece: string): void {
    if (piece === "") return;
    this.#rest.push(piece);
    this.#restLetters += piece.length;
    if (this.#restLetters > MOST_RECORD_LETTERS && !this.#isDone) throw tooLong(this.#line + 1);
  }

  #restText(): string {
    const text = this.#rest.join("");
    this.#rest.length = 0;
    this.#restLetters = 0;
    return text;
  }

  /** Returns the bytes of a text of ASCII letters; null for any other text. They are overwritten by the next ones. */
  #asciiOf(text: string): Uint8Array | null {
    if (this.#bytes.length < text.length) this.#bytes = new Uint8Array(2 * text.length);
    const { read, written } = ENCODER.encodeInto(text, this.#bytes);
    return read === text.length && written === text.length ? this.#bytes : null;
  }

  /** Offers a line to the reader of whole lines. Returns whether it took the line. */
  #isTaken({ text, bytes, begin, end }: Omit<AsciiLine, "line">): boolean {
    if (this.#quoted !== null || this.#takeLine === null || end - begin > MOST_RECORD_LETTERS) return false;
    const last = end > begin && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (!this.#takeLine({ text, bytes, begin, end: last, line: this.#line + 1 })) return false;
    this.#line++;
    return true;
  }

  #divide(ended: string): void {
    this.#line++;
    const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    if (line.length > MOST_RECORD_LETTERS) throw tooLong(this.#line);
    if (this.#quoted === null && !line.includes('"')) {
      this.#tell(line.split(this.#dialect.separator));
      return;
    }
    this.#quoted ??= new QuotedRecord(this.#dialect.separator, this.#line);
    if (!this.#quoted.take(line, this.#line)) return;
    const { cells } = this.#quoted;
    this.#quoted = null;
    this.#tell(cells);
  }

  #tell(cells: readonly string[]): void {
    this.#isDone = !this.#take(cells, this.#line);
  }
}

function tooLong(line: number): CsvError {
  return new CsvError(`at line ${line}: a line is longer than ${MOST_RECORD_LETTERS >> 20} MiB`);
}

/** Record with at least one quote, which may go over several lines. */
class QuotedRecord {
  readonly cells: string[] = [];
  readonly #separator: string;
  #openedAt: number;
  #open: string | null = null;
  #letters = 0;

  constructor(separator: string, line: number) {
    this.#separator = separator;
    this.#openedAt = line;
  }

  get openedAt(): number {
    return this.#openedAt;
  }

  /** Reads the next line of the record. Returns false where its quote is still open at the end of the line. */
  take(line: string, at: number): boolean {
    this.#letters += line.length;
    if (this.#letters > MOST_RECORD_LETTERS) {
      throw new CsvError(
        `at line ${at}: the quote of line ${this.#openedAt} is not closed within ${MOST_RECORD_LETTERS >> 20} MiB`,
      );
    }
    let from = this.#open === null ? this.#cellFrom(line, 0, at) : this.#closedFrom(line, 0, at);
    while (from !== null && from <= line.length) from = this.#cellFrom(line, from, at);
    return from !== null;
  }

  /** Reads the cell that begins at a place. Returns where the next one begins; null where its quote stays open. */
  #cellFrom(line: string, from: number, at: number): number | null {
    let begin = from;
    while (line[begin] === " ") begin++;
    if (line[begin] === '"') {
      this.#openedAt = at;
      this.#open = "";
      return this.#closedFrom(line, begin + 1, at);
    }
    const found = line.indexOf(this.#separator, from), end = found < 0 ? line.length : found;
    const cell = line.slice(from, end);
    if (cell.includes('"')) throw new CsvError(`at line ${at}: a quote stands in the middle of a cell`);
    this.cells.push(cell);
    return end + 1;
  }

  /** Reads on in an open quoted cell. Returns where the next cell begins; null where the quote stays open. */
  #closedFrom(line: string, from: number, at: number): number | null {
    let begin = from;
    for (;;) {
      const quote = line.indexOf('"', begin);
      if (quote < 0) {
        this.#open += `${line.slice(begin)}\n`;
        return null;
      }
      this.#open += line.slice(begin, quote);
      if (line[quote + 1] !== '"') return this.#afterQuote(line, quote + 1, at);
      this.#open += '"';
      begin = quote + 2;
    }
  }

  #afterQuote(line: string, from: number, at: number): number {
    let end = from;
    while (line[end] === " ") end++;
    if (end < line.length && line[end] !== this.#separator) {
      throw new CsvError(`at line ${at}: a cell goes on after its closing quote`);
    }
    this.cells.push(this.#open ?? "");
    this.#open = null;
    return end + 1;
  }
}
