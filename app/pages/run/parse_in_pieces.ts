import { Turn } from "../../turn.ts";

/** Characters of JSON that are parsed at once: a few milliseconds of work. */
const PIECE = 200_000;

/**
 * Parses JSON as `JSON.parse` does, but in pieces between which the page stays alive, for documents of many megabytes.
 * Throws a `SyntaxError` where the text is no JSON.
 */
export async function parseInPieces(
  text: string,
  { piece = PIECE }: { readonly piece?: number } = {},
): Promise<unknown> {
  return await valueOf({ text, start: 0, end: text.length, piece, turn: new Turn() });
}

interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly piece: number;
  readonly turn: Turn;
}

async function valueOf(span: Span): Promise<unknown> {
  const { text, start, end, piece, turn } = span;
  const open = end - start > piece ? text.slice(start, start + 64).trimStart().charAt(0) : "";
  await turn.next();
  if (open === "{") return await objectOf(span);
  return open === "[" ? await arrayOf(span) : JSON.parse(text.slice(start, end));
}

async function objectOf(span: Span): Promise<Readonly<Record<string, unknown>>> {
  const entries: [string, unknown][] = [];
  for await (const [start, end] of entriesOf(span)) {
    // The name of a member is a short string, so that its end is found at once.
    const [name = ""] =
      /^\s*"(?:[^"\\]|\\.)*"\s*:/s.exec(span.text.slice(start, Math.min(end, start + LONGEST_NAME))) ?? [];
    entries.push([JSON.parse(name.slice(0, -1)), await valueOf({ ...span, start: start + name.length, end })]);
  }
  return Object.fromEntries(entries);
}

const LONGEST_NAME = 2_000;

async function arrayOf(span: Span): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const [start, end] of entriesOf(span)) values.push(await valueOf({ ...span, start, end }));
  return values;
}

/** Yields where the members of an object or an array begin and end; small neighbours of an array are not joined. */
async function* entriesOf({ text, start, end, turn }: Span): AsyncGenerator<readonly [number, number]> {
  const marks = /["{}[\],]/g;
  let depth = 0;
  let from = -1;
  marks.lastIndex = start;
  for (
    let found = marks.exec(text), count = 0;
    found !== null && found.index < end;
    found = marks.exec(text), count++
  ) {
    if (count % 20_000 === 0) await turn.next();
    const at = found.index, mark = found[0];
    if (mark === '"') marks.lastIndex = endOfString(text, at);
    else if (mark === "{" || mark === "[") {
      if (++depth === 1) from = at + 1;
    } else if (mark === ",") {
      if (depth === 1) {
        yield [from, at];
        from = at + 1;
      }
    } else if (--depth === 0) {
      if (text.slice(from, at).trim() !== "") yield [from, at];
      return;
    }
  }
  throw new SyntaxError("The JSON ends before its end");
}

/** Returns the place after the string that begins at a quotation mark. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charAt(end - 1 - slashes) === "\\") slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  throw new SyntaxError("A string of the JSON has no end");
}
