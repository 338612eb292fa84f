import type { z } from "zod";
import { readIfPresent } from "../read_if_present.ts";
import { UsageError } from "../optimize/arguments.ts";
import { inRepository, sourceDigest } from "../source_digest.ts";

/**
 * Description of a log of results: the source files and other inputs that decide a line, and the schema and key of a
 * line.
 */
export interface LogOf<Line> {
  /** Files and folders of the repository that decide the content of a line in a log of results. */
  readonly sources: readonly string[];
  /** Other inputs that decide the content of a line in a log of results, for example a seed. */
  readonly about?: Readonly<Record<string, string | number>>;
  readonly schema: z.ZodType<Line>;
  keyOf(line: Line): string | number;
}

/** First line of a log of results: the digest of the source files, the commit and the other inputs that made it. */
export interface LogHeader {
  /** Digest of the source files that made the log of results. */
  readonly sources: string;
  /** Commit that was checked out when the log of results was begun, or null where it is unknown. */
  readonly commit: string | null;
  readonly about: Readonly<Record<string, string | number>>;
}

/**
 * A log of results as JSON lines. Its first line identifies the source files that made it, so that an interrupted
 * command continues only with the same ones. A line that was not written completely is dropped.
 */
export class ResultLog<Line> {
  readonly header: LogHeader;
  readonly #path: string;
  readonly #keyOf: (line: Line) => string | number;
  readonly #byKey: Map<string | number, Line>;

  private constructor(path: string, header: LogHeader, { lines, keyOf }: {
    lines: readonly Line[];
    keyOf: (line: Line) => string | number;
  }) {
    this.header = header;
    this.#path = path;
    this.#keyOf = keyOf;
    this.#byKey = new Map(lines.map((line) => [keyOf(line), line]));
  }

  /**
   * Opens the log of results at a path, or creates it. Throws `UsageError` where other source files or other inputs
   * made it.
   */
  static async open<Line>(path: string, { sources, about = {}, schema, keyOf }: LogOf<Line>): Promise<ResultLog<Line>> {
    const header: LogHeader = { sources: await sourceDigest(sources), commit: await commitOfSources(), about };
    const text = await textAt(path);
    if (text === null) {
      await Deno.mkdir(path.replace(/[^/]*$/, "") || ".", { recursive: true });
      await Deno.writeTextFile(path, `${JSON.stringify(header)}\n`);
      return new ResultLog(path, header, { lines: [], keyOf });
    }
    const { header: found, lines, whole } = readLines(text, schema);
    if (found.sources !== header.sources || JSON.stringify(found.about) !== JSON.stringify(about)) {
      throw new UsageError(`Cannot go on with "${path}": it was made by other sources, name another file or remove it`);
    }
    if (whole.length < text.length) await Deno.writeTextFile(path, whole);
    return new ResultLog(path, found, { lines, keyOf });
  }

  has(key: string | number): boolean {
    return this.#byKey.has(key);
  }

  get lines(): readonly Line[] {
    return [...this.#byKey.values()];
  }

  /** Appends a result to the file of a log of results. */
  add(line: Line): void {
    Deno.writeTextFileSync(this.#path, `${JSON.stringify(line)}\n`, { append: true });
    this.#byKey.set(this.#keyOf(line), line);
  }
}

/**
 * Reads a log of results without a check of the source files that made it. Returns null where the file does not exist.
 */
export async function readLog<Line>(
  path: string,
  schema: z.ZodType<Line>,
): Promise<{ readonly header: LogHeader; readonly lines: readonly Line[] } | null> {
  const text = await textAt(path);
  return text === null ? null : readLines(text, schema);
}

function readLines<Line>(text: string, schema: z.ZodType<Line>): {
  readonly header: LogHeader;
  readonly lines: readonly Line[];
  readonly whole: string;
} {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const [first = "{}", ...lines] = whole.trimEnd().split("\n");
  const { sources = "", commit = null, about = {} }: Partial<LogHeader> = JSON.parse(first || "{}");
  return { header: { sources, commit, about }, lines: lines.map((line) => schema.parse(JSON.parse(line))), whole };
}

/** Returns the checked-out commit, or null outside of a Git clone. */
async function commitOfSources(): Promise<string | null> {
  const read = (path: string): Promise<string | null> => readIfPresent(inRepository(`.git/${path}`));
  const head = (await read("HEAD"))?.trim() ?? null, branch = head === null ? null : /^ref: (.*)$/.exec(head)?.[1];
  if (branch === null || branch === undefined) return head;
  const loose = (await read(branch))?.trim();
  if (loose !== undefined) return loose;
  const packed = (await read("packed-refs"))?.split("\n").find((line) => line.endsWith(` ${branch}`));
  return packed?.split(" ")[0] ?? null;
}

async function textAt(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
