import type { z } from "zod";
import { readIfPresent } from "../read_if_present.ts";
import { UsageError } from "../optimize/arguments.ts";
import { inRepository, sourceDigest } from "../source_digest.ts";

/** What lines are made by and what they are. */
export interface LogOf<Line> {
  /** Files and folders of the repository that decide what a line says. */
  readonly sources: readonly string[];
  /** What else decides it. */
  readonly about?: Readonly<Record<string, string | number>>;
  readonly schema: z.ZodType<Line>;
  keyOf(line: Line): string | number;
}

/** What stands in the first line of a log. */
export interface LogHeader {
  /** A digest of the sources. */
  readonly sources: string;
  /** The commit that was checked out when the log was begun; null where that cannot be told. */
  readonly commit: string | null;
  readonly about: Readonly<Record<string, string | number>>;
}

/**
 * Results as lines of JSON, below a line that says by which sources they were made, so that what was interrupted goes
 * on. A line that was not written to its end is left out and made again.
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

  /** Opens or begins the log at a path. Throws `UsageError` where it was made by other sources or of other things. */
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

  /** Appends a line. */
  add(line: Line): void {
    Deno.writeTextFileSync(this.#path, `${JSON.stringify(line)}\n`, { append: true });
    this.#byKey.set(this.#keyOf(line), line);
  }
}

/** What a log says, whatever it was made by; null where there is none. */
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

/** The commit that is checked out; null outside a clone. */
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
