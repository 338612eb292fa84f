import { UsageError } from "../optimize/arguments.ts";
import { sourceDigest } from "../source_digest.ts";
import { JUDGEMENT, type Judgement } from "./judgement.ts";

/** What an answer and its judgement are made by. */
const SOURCES = ["src", "wasm", "solver/pkg", "scripts/accuracy", "tests/support/sample_problem.ts"];

/**
 * Judgements as lines of JSON, one a program, below a line that says by which sources they were made. A line that was
 * not written to its end is left out and its program judged again.
 */
export class JudgementLog {
  readonly #path: string;
  readonly #bySeed: Map<number, Judgement>;

  private constructor(path: string, bySeed: Map<number, Judgement>) {
    this.#path = path;
    this.#bySeed = bySeed;
  }

  /** Opens or begins the log at a path. Throws `UsageError` where it was made by other sources. */
  static async open(path: string): Promise<JudgementLog> {
    const header = JSON.stringify({ sources: await sourceDigest(SOURCES) });
    const text = await textAt(path);
    if (text === null) {
      await Deno.mkdir(path.replace(/[^/]*$/, "") || ".", { recursive: true });
      await Deno.writeTextFile(path, `${header}\n`);
      return new JudgementLog(path, new Map());
    }
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const [first, ...lines] = whole.trimEnd().split("\n");
    if (first !== header) {
      throw new UsageError(`Cannot go on with "${path}": it was made by other sources, name another file or remove it`);
    }
    if (whole.length < text.length) await Deno.writeTextFile(path, whole);
    const judgements = lines.map((line) => JUDGEMENT.parse(JSON.parse(line)));
    return new JudgementLog(path, new Map(judgements.map((one) => [one.seed, one])));
  }

  has(seed: number): boolean {
    return this.#bySeed.has(seed);
  }

  /** Appends a judgement. */
  add(judgement: Judgement): void {
    Deno.writeTextFileSync(this.#path, `${JSON.stringify(judgement)}\n`, { append: true });
    this.#bySeed.set(judgement.seed, judgement);
  }

  /** Those of seeds from the first on, as many as there are programs. */
  within(first: number, programs: number): readonly Judgement[] {
    return [...this.#bySeed.values()].filter(({ seed }) => seed >= first && seed < first + programs)
      .toSorted((a, b) => a.seed - b.seed);
  }
}

async function textAt(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
