import type { SolvedSeed } from "./solved_seed.ts";

/** Answers of the solver with one of its parts switched off, compared with those that it gives with all parts. */
export interface AblationRow {
  readonly id: string;
  readonly kind: string;
  /** Programs that ask the part. */
  readonly asked: number;
  /** Programs with a verdict only with the part, and only without it. */
  readonly lost: number;
  readonly gained: number;
  /** Programs whose verdicts contradict one another, or that throw without the part. */
  readonly contradicted: number;
  /** Largest relative difference of two proven optima. */
  readonly difference: number;
  /** Time without the part as a multiple of the time with it. */
  readonly time: number;
  /** The same of the program that is slowed down most, among those that take a millisecond. */
  readonly slowest: number;
}

/** Values below are rounding of 0, so that their difference is measured in it. */
const NOTHING = 1e-12;

/** Milliseconds below which the time of a single program says nothing. */
const TELLING_MS = 1;

/** Compares the answers without a part of the solver with those of the whole, program by program. */
export function ablationRow(
  { id, kind }: { readonly id: string; readonly kind: string },
  { whole, without }: { readonly whole: readonly SolvedSeed[]; readonly without: readonly SolvedSeed[] },
): AblationRow {
  const pairs = whole.map((before, k) => ({ before, after: without[k] }));
  const count = (is: (pair: typeof pairs[number]) => boolean): number => pairs.filter(is).length;
  const isVerdict = ({ status }: SolvedSeed): boolean => !/^(not_proven|failed|thrown)/.test(status);
  const differences = pairs.map(({ before, after }) =>
    before.status === "optimal" && after.status === "optimal" ? relative(before.value, after.value) : 0
  );
  const ratios = pairs.filter(({ before }) => before.milliseconds >= TELLING_MS)
    .map(({ before, after }) => after.milliseconds / before.milliseconds);
  return {
    id,
    kind,
    asked: count(({ before }) => before.asked.includes(id)),
    lost: count(({ before, after }) => isVerdict(before) && !isVerdict(after)),
    gained: count(({ before, after }) => !isVerdict(before) && isVerdict(after)),
    contradicted: count(({ before, after }) =>
      after.status.startsWith("thrown") || (isVerdict(before) && isVerdict(after) && before.status !== after.status)
    ),
    difference: Math.max(0, ...differences),
    time: sumOf(without) / sumOf(whole),
    slowest: Math.max(1, ...ratios),
  };
}

function relative(one: number | null, other: number | null): number {
  if (one === null || other === null) return 0;
  return Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other), NOTHING);
}

function sumOf(solved: readonly SolvedSeed[]): number {
  return solved.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
