import { isObject } from "../faults/json_object.ts";
import { readJsonText } from "../faults/json_text.ts";
import { isBlank, type PlainHistory, readPlainHistory } from "../tables/plain_history.ts";

const QUOTE = 34, COMMA = 44, COLON = 58, BACKSLASH = 92, OPEN_LIST = 91, CLOSE_LIST = 93, OPEN = 123, CLOSE = 125;
const FIRST_PRINTABLE = 32;
const HISTORIES = ["prices", "returns"] as const;
type HistoryField = typeof HISTORIES[number];

/**
 * Parses the JSON of a request body of a run. A history of plain numbers is read from its bytes into a `PlainHistory`;
 * any other stays a value of JSON. Throws like `readJsonText`.
 */
export function readRunBody(bytes: Uint8Array): unknown {
  const found = historyIn(bytes);
  if (found === null) return readJsonText(bytes);
  // An object without members takes the place of the history. So the text is JSON exactly where the whole body is JSON.
  const { from, to, field, history } = found, rest = new Uint8Array(bytes.length - (to - from) + EMPTY.length);
  rest.set(bytes.subarray(0, from));
  rest.set(EMPTY, from);
  rest.set(bytes.subarray(to), from + EMPTY.length);
  const body = readJsonText(rest);
  return isObject(body) ? { ...body, [field]: history } : body;
}

const EMPTY = new TextEncoder().encode("{}");

interface FoundHistory {
  readonly field: HistoryField;
  readonly history: PlainHistory;
  /** First byte of the history, and the byte after it. */
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the plain history among the fields of a body; null if there is none, more than one, or a body that is no object
 * of fields with plain names.
 */
function historyIn(bytes: Uint8Array): FoundHistory | null {
  let at = blanksEnd(bytes, 0), found: FoundHistory | null = null;
  if (bytes[at] !== OPEN) return null;
  do {
    const from = blanksEnd(bytes, at + 1), end = nameEnd(bytes, from);
    at = end < 0 ? end : blanksEnd(bytes, end);
    if (at < 0 || bytes[at] !== COLON) return null;
    at = blanksEnd(bytes, at + 1);
    const field = HISTORIES.find((name) => isName(bytes, { from, end }, name));
    if (field === undefined) at = valueEnd(bytes, at);
    else {
      const read: ReturnType<typeof readPlainHistory> = found === null ? readPlainHistory(bytes, at) : null;
      if (read === null) return null;
      found = { field, history: read.history, from: at, to: read.end };
      at = read.end;
    }
    at = blanksEnd(bytes, at);
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE ? found : null;
}

function blanksEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

/** Returns the byte after a name in quotes; -1 if none stands there, or one with a backslash. */
function nameEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return -1;
  let at = from + 1;
  for (; bytes[at] !== QUOTE; at++) if ((bytes[at] ?? 0) < FIRST_PRINTABLE || bytes[at] === BACKSLASH) return -1;
  return at + 1;
}

function isName(bytes: Uint8Array, { from, end }: { from: number; end: number }, name: string): boolean {
  if (end - from !== name.length + 2) return false;
  for (let i = 0; i < name.length; i++) if (bytes[from + 1 + i] !== name.charCodeAt(i)) return false;
  return true;
}

/** Returns the byte after a value of JSON; the length of the bytes if it does not end. Its contents are not checked. */
function valueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      depth--;
    } else if (byte === COMMA && depth === 0) return at;
  }
  return bytes.length;
}
