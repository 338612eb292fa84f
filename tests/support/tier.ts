/**
 * Functions with which a test file says what `deno task test` leaves out of it. That task runs a part of the tests,
 * chosen by a seed; `deno task ok` runs all tests, which is called the full run. `docs/contributing.md` states the
 * rule.
 */

/** Default of the number of cases of which `deno task test` tries one: it tries every fourth case of a list. */
const SHARE = 4;
/** Default of the largest number of random problems on which `deno task test` tries each law. */
const PROBLEMS_IN_PART = 2;

const seed = seedOfPart();

/** Options of a test that only the full run executes. */
export interface FullTestOptions {
  /** Name of a test in the same file that checks the same promise on less data, and that `deno task test` runs too. */
  readonly heldBy: string;
  /** Whether Deno ignores the test, for example because this machine lacks a program; false if absent. */
  readonly ignore?: boolean;
  /** Whether operations that the test leaves pending fail it; what holds for its file if absent. */
  readonly sanitizeOps?: boolean;
}

/**
 * Returns the definition of a test that only the full run (`deno task ok`) executes. Otherwise Deno ignores the test,
 * and the test runner counts it as left out. `heldBy` names a test in the same file that checks the same promise and
 * always runs; a conformance test checks that it exists.
 */
export function fullTest(
  name: string,
  { ignore = false, sanitizeOps }: FullTestOptions,
  fn: (test: Deno.TestContext) => unknown,
): Deno.TestDefinition {
  if (seed !== null) noteLeftOut(1, "ignored");
  // An absent setting differs from one that is undefined: it leaves to the file what the file has set.
  const sanitizer = sanitizeOps === undefined ? {} : { sanitizeOps };
  return { name, ignore: ignore || seed !== null, ...sanitizer, fn: async (test) => void await fn(test) };
}

/** Number of seeds in a row of which `deno task test` runs a test in turn at one. */
const TURNS = 8;

/** What `Deno.test` takes of a test: its definition, or its name, options and function. */
type GivenTest =
  | [definition: Deno.TestDefinition]
  | [name: string, fn: Deno.TestDefinition["fn"]]
  | [name: string, options: Omit<Deno.TestDefinition, "name" | "fn">, fn: Deno.TestDefinition["fn"]];

/**
 * Returns the definition of a test that takes a second or more, because it starts processes or waits. The full run
 * executes it, and `deno task test` at every eighth seed, which follows from its name. Otherwise Deno ignores the test,
 * and the test runner counts it as left out.
 */
export function testInTurn(...given: GivenTest): Deno.TestDefinition {
  const definition = definitionOf(given);
  if (seed === null || (seed + turnOf(definition.name)) % TURNS === 0) return definition;
  noteLeftOut(1, "ignored");
  return { ...definition, ignore: true };
}

function definitionOf(given: GivenTest): Deno.TestDefinition {
  if (given.length === 1) return given[0];
  if (given.length === 2) return { name: given[0], fn: given[1] };
  return { ...given[1], name: given[0], fn: given[2] };
}

function turnOf(name: string): number {
  return [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % TURNS;
}

/** Options that choose which cases of a list `deno task test` tries, and that count the tests of the others. */
export interface CaseOptions {
  /**
   * Number of the row, where the cases are a row in a matrix of cases. It moves the choice by one case from row to row,
   * so that `deno task test` tries cases in every row and every column.
   */
  readonly shift?: number;
  /** Number of cases of which `deno task test` tries one; 4 if absent. */
  readonly share?: number;
  /** Number of tests that the test file registers for each case; one if absent. */
  readonly testsEach?: number;
}

/**
 * Returns the cases that a test tries: all in the full run; in `deno task test` every fourth (or every `share`th), of
 * which the seed chooses the first. Of a shorter list it returns one case.
 */
export function partOf<T>(
  cases: Iterable<T>,
  { shift = 0, share = SHARE }: Omit<CaseOptions, "testsEach"> = {},
): readonly T[] {
  const all = [...cases];
  if (seed === null || all.length === 0) return all;
  const first = (seed + shift) % Math.min(share, all.length);
  return all.filter((_, index) => index % share === first);
}

/**
 * Returns the cases for which a test file registers tests, chosen as by `partOf`. Counts the tests of the other cases
 * as left out.
 */
export function testedCases<T>(cases: Iterable<T>, options: CaseOptions = {}): readonly T[] {
  const all = [...cases];
  const part = partOf(all, options);
  const { testsEach = 1 } = options;
  if (part.length < all.length) noteLeftOut(testsEach * (all.length - part.length), "not registered");
  return part;
}

/**
 * Whether all tests run (`deno task ok`) and not only the part of `deno task test`. Only then may a test expect
 * something of all its random problems together.
 */
export const IS_FULL_RUN: boolean = seed === null;

/**
 * Returns the number of random problems on which a test tries a law: `all` in the full run, at most `some` in `deno
 * task test`.
 */
export function problemCount(all: number, some = PROBLEMS_IN_PART): number {
  return seed === null ? all : Math.min(all, some);
}

/**
 * Returns the seeds of the random problems of a law: 1 to `all` in the full run; in `deno task test` at most two of
 * them, spread over the range.
 */
export function problemSeeds(all: number): readonly number[] {
  if (seed === null) return Array.from({ length: all }, (_, k) => 1 + k);
  const step = Math.ceil(all / PROBLEMS_IN_PART), start = seed;
  return Array.from({ length: problemCount(all) }, (_, k) => 1 + (start + k * step) % all);
}

function seedOfPart(): number | null {
  const given = Deno.env.get("TEST_SEED");
  return given === undefined || given === "" ? null : Number(given);
}

/**
 * Appends the number of left-out tests to a file, from which the test runner adds up the number in the last line of its
 * output. Also says whether Deno ignores these tests, because then it counts them as skipped. Does nothing without the
 * runner.
 */
function noteLeftOut(count: number, how: "ignored" | "not registered"): void {
  const file = Deno.env.get("TEST_LEFT_OUT_FILE");
  if (file !== undefined) Deno.writeTextFileSync(file, `${count} ${how}\n`, { append: true });
}
