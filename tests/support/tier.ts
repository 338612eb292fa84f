/**
 * Functions by which a test file says what the part of the tests leaves out. `deno task test` runs this part, chosen by
 * a seed; `deno task ok` runs all tests. `docs/contributing.md` states the rule.
 */

/** Number of cases among which the part of the tests tries one, where a test names no other: every fourth case. */
const SHARE = 4;
/** Largest number of random problems on which the part of the tests tries each law. */
const PROBLEMS_IN_PART = 3;

const seed = seedOfPart();

/** Options of a test that only the full run executes. */
export interface FullTestOptions {
  /**
   * Name of a test of the same file that checks the same promise on less data. `deno task test`, which runs only a part
   * of the tests, runs that test too.
   */
  readonly heldBy: string;
  /** Whether the test is skipped, because this machine lacks a program; false where absent. */
  readonly ignore?: boolean;
}

/**
 * Registers a test that only the full run executes. `heldBy` names the test of the same file that checks the same
 * promise in the part of the tests; another test checks that it exists.
 */
export function fullTest(
  name: string,
  { ignore = false }: FullTestOptions,
  fn: (test: Deno.TestContext) => unknown,
): void {
  if (seed === null) return Deno.test({ name, ignore, fn: async (test) => void await fn(test) });
  noteLeftOut(1);
}

/** Options that choose and count the cases that the part of the tests tries. */
export interface CaseOptions {
  /**
   * Number of a row in a matrix of cases, by which the choice of cases moves on from row to row. The part of the tests
   * then meets every row and every column.
   */
  readonly shift?: number;
  /** Number of cases among which the part of the tests tries one: four if absent, more where there are hundreds. */
  readonly share?: number;
  /** Number of tests that a case registers; one if absent. */
  readonly testsEach?: number;
}

/**
 * Returns the cases that one test tries: all in the full run, every fourth in the part of the tests (or every
 * `share`th), the first of them chosen by the seed. Of fewer cases the part tries one.
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
 * Returns the cases that get tests of their own, chosen as by `partOf`. Counts the tests of the other cases as left
 * out.
 */
export function testedCases<T>(cases: Iterable<T>, options: CaseOptions = {}): readonly T[] {
  const all = [...cases];
  const part = partOf(all, options);
  const { testsEach = 1 } = options;
  if (part.length < all.length) noteLeftOut(testsEach * (all.length - part.length));
  return part;
}

/**
 * Whether this is the full run of the tests. Only then may a test expect something of all of its random problems
 * together.
 */
export const IS_FULL_RUN: boolean = seed === null;

/**
 * Returns the number of random problems on which a law is tried: `all` in the full run, at most `some` in the part of
 * the tests.
 */
export function problemCount(all: number, some = PROBLEMS_IN_PART): number {
  return seed === null ? all : Math.min(all, some);
}

/**
 * Returns the seeds of the random problems of a law: 1 to `all` in the full run, three of them in the part of the
 * tests.
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
 * Appends the number of left-out tests to a file, whose numbers the test runner adds up for its closing line. Does
 * nothing without the runner.
 */
function noteLeftOut(count: number): void {
  const file = Deno.env.get("TEST_LEFT_OUT_FILE");
  if (file !== undefined) Deno.writeTextFileSync(file, `${count}\n`, { append: true });
}
