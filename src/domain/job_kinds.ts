/** A kind of job. The names, prefixes and meters of jobs are derived from the list of kinds. */
interface JobKind {
  /** Prefix of the ids of jobs of this kind. */
  readonly idPrefix: string;
  /** Meter on which an accepted job of this kind counts; null if it counts on none. */
  readonly meter: string | null;
  /** Kind of the parent job; null for a kind without a parent. */
  readonly standsOn: string | null;
  /** Whether owners see jobs of this kind. An internal kind appears in no list, history or export. */
  readonly listed: boolean;
}

export const JOB_KINDS = {
  optimization: { idPrefix: "run", meter: "optimization_runs", standsOn: null, listed: true },
  monte_carlo: { idPrefix: "mc", meter: "monte_carlo_runs", standsOn: "optimization", listed: true },
  backtest: { idPrefix: "bt", meter: "backtest_runs", standsOn: "optimization", listed: true },
  report: { idPrefix: "rep", meter: null, standsOn: "optimization", listed: false },
} as const satisfies Readonly<Record<string, JobKind>>;

export type JobKindName = keyof typeof JOB_KINDS;

type KindOf<Name extends JobKindName> = typeof JOB_KINDS[Name];
type ListedName = { [Name in JobKindName]: KindOf<Name>["listed"] extends true ? Name : never }[JobKindName];

/** The kinds of jobs that belong to a run. */
export type KindOfRun = { [Name in JobKindName]: KindOf<Name>["standsOn"] extends null ? never : Name }[JobKindName];

export type JobIdPrefix = KindOf<JobKindName>["idPrefix"];
export type MeterName = Exclude<KindOf<JobKindName>["meter"], null>;

const NAMES: readonly JobKindName[] = Object.keys(JOB_KINDS).filter((name) => isJobKind(name));

/** The kinds of jobs that owners see, in the order of the list. */
export const LISTED_JOB_KINDS: readonly ListedName[] = NAMES.filter((name) => isListed(name));

/** All meters, in the order of the list of kinds. */
export const METER_NAMES: readonly MeterName[] = [
  ...new Set(NAMES.map((name) => JOB_KINDS[name].meter).filter((meter) => meter !== null)),
];

/** Returns the kind of job whose ids have a prefix; null if there is none. */
export function jobKindOfPrefix(prefix: string | null): JobKindName | null {
  return NAMES.find((name) => JOB_KINDS[name].idPrefix === prefix) ?? null;
}

/** Whether owners see the jobs of a kind. */
export function isListed(name: JobKindName): name is ListedName {
  return JOB_KINDS[name].listed;
}

function isJobKind(name: string): name is JobKindName {
  return Object.hasOwn(JOB_KINDS, name);
}
