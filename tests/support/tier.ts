/**
 * `deno task test` runs a part of the tests, chosen by a seed; `deno task ok` runs all of them. A test file says here
 * what the part leaves out. `docs/contributing.md` states the rule.
 */

/** A share of one in so many cases is tried in the part. */
const SHARE = 4;
/** The part tries each law on at most this many random problems. */
const PROBLEMS_IN_PART = 3;

const seed = seedOfPart();

/** What a test of the full run has to name. */
export interface FullTestOptions {
  /** The name of a test of the same file that holds the same promise on less data, in the part too. */
  readonly heldBy: string;
  /** Whether the test is skipped, because this machine lacks a program; false where absent. */
  readonly ignore?: boolean;
}

/**
 * Registers a test that only the full run executes. `heldBy` names the test of the same file that keeps the promise in
 * the part; a test of the tiers checks that it exists.
 */
export function fullTest(
  name: string,
  { ignore = false }: FullTestOptions,
  fn: (test: Deno.TestContext) => unknown,
): void {
  if (seed === null) return Deno.test({ name, ignore, fn: async (test) => void await fn(test) });
  noteLeftOut(1);
}

/** How the cases of a part are chosen and counted. */
export interface CaseOptions {
  /** The number of a row of a matrix, so that the part runs along diagonals and meets every row and every column. */
  readonly shift?: number;
  /** How many tests a case registers; one if absent. */
  readonly testsEach?: number;
}

/**
 * Returns the cases that one test tries: all in the full run, every fourth in the part, the first of them chosen by the
 * seed. Of less than four cases the part tries one.
 */
export function partOf<T>(cases: Iterable<T>, { shift = 0 }: Pick<CaseOptions, "shift"> = {}): readonly T[] {
  const all = [...cases];
  if (seed === null || all.length === 0) return all;
  const first = (seed + shift) % Math.min(SHARE, all.length);
  return all.filter((_, index) => index % SHARE === first);
}

/** Returns the cases that get tests of their own, chosen as by `partOf`. Counts the tests of the others as left out. */
export function testedCases<T>(cases: Iterable<T>, options: CaseOptions = {}): readonly T[] {
  const all = [...cases];
  const part = partOf(all, options);
  const { testsEach = 1 } = options;
  if (part.length < all.length) noteLeftOut(testsEach * (all.length - part.length));
  return part;
}

/** Whether this is the full run. Only then may a test expect something of all of its random problems together. */
export const IS_FULL_RUN: boolean = seed === null;

/** Returns how many random problems a law is tried on: `all` in the full run, at most `some` in the part. */
export function problemCount(all: number, some = PROBLEMS_IN_PART): number {
  return seed === null ? all : Math.min(all, some);
}

/** Returns the seeds of the random problems of a law: 1 to `all` in the full run, three of them in the part. */
export function problemSeeds(all: number): readonly number[] {
  if (seed === null) return Array.from({ length: all }, (_, k) => 1 + k);
  const step = Math.ceil(all / PROBLEMS_IN_PART), start = seed;
  return Array.from({ length: problemCount(all) }, (_, k) => 1 + (start + k * step) % all);
}

function seedOfPart(): number | null {
  const given = Deno.env.get("TEST_SEED");
  return given === undefined || given === "" ? null : Number(given);
}

/** The runner of the tests adds these counts up for its closing line. */
function noteLeftOut(count: number): void {
  const file = Deno.env.get("TEST_LEFT_OUT_FILE");
  if (file !== undefined) Deno.writeTextFileSync(file, `${count}\n`, { append: true });
}
