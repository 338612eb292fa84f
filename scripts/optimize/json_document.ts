import { entryAt } from "../../src/domain/entry_at.ts";
import { DomainError, jsonPointer } from "../../src/domain/errors.ts";

/**
 * Parses a JSON text. Throws `malformed_json` where it is invalid, and `validation_failed` where an object contains a
 * name twice, because a parser would silently keep the last. `base` is the JSON pointer of the value in the request.
 */
export function parseJson(text: string, what: string, base = ""): unknown {
  if (text.trim() === "") throw malformed(`Cannot read ${what}: it is empty`, base);
  try {
    const value: unknown = JSON.parse(text);
    refuseRepeatedNames(text, base);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed(`Cannot read ${what}: it is not JSON, ${error.message}`, base);
    throw error;
  }
}

function malformed(detail: string, pointer: string): DomainError {
  return new DomainError("malformed_json", detail, { faults: [{ pointer, detail }] });
}

// The parts of a text between escapes are read at once, because one of doubles in base64 may have millions of letters.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

interface Level {
  /** Names that an unfinished JSON object contains so far, to find a repeated name. Null for a list. */
  readonly names: Set<string> | null;
  at: string | number;
}

/** Throws where an object in a valid JSON text contains a name twice. */
function refuseRepeatedNames(text: string, base: string): void {
  const levels: Level[] = [];
  let expectsName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "{") levels.push({ names: new Set(), at: "" });
    else if (token === "[") levels.push({ names: null, at: 0 });
    else if (token === "}" || token === "]") levels.pop();
    else if (token === ",") {
      if (level?.names === null) level.at = Number(level.at) + 1;
    } else if (expectsName && token !== ":") enter(levels, String(JSON.parse(token)), base);
    expectsName = token === "{" || (token === "," && level?.names !== null);
  }
}

function enter(levels: readonly Level[], name: string, base: string): void {
  const level = entryAt(levels, levels.length - 1);
  level.at = name;
  if (level.names?.has(name)) {
    const pointer = base + jsonPointer(...levels.map(({ at }) => at));
    const detail = `Cannot take the name ${JSON.stringify(name)} twice in one object`;
    throw new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
  }
  level.names?.add(name);
}
