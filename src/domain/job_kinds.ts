/**
 * Type of a kind of job, such as a run or a report. `JOB_KINDS` lists all kinds; the prefixes of ids, the usage meters
 * and the monthly limits of plans follow from it. A kind that is computed only from what its run stored needs one
 * computation with the name of the kind (`computations/mod.ts`). Any other kind needs an entry in `jobs/kinds/mod.ts`.
 * The compiler reports a kind that has neither.
 */
interface JobKind {
  /** Prefix of the ids of jobs of this kind, such as `run`. */
  readonly idPrefix: string;
  /** Name of the usage meter on which an accepted job of this kind counts; null if it counts on none. */
  readonly meter: string | null;
  /**
   * Number of jobs of this kind that each plan grants in a calendar month; null for any number. Null as a whole for a
   * kind without a meter.
   */
  readonly monthly: Readonly<Record<string, number | null>> | null;
  /** Kind of the job to which a job of this kind belongs; null if it belongs to none. */
  readonly standsOn: string | null;
  /** Whether users see jobs of this kind. An internal kind appears in no list, history or export. */
  readonly listed: boolean;
}

export const JOB_KINDS = {
  optimization: {
    idPrefix: "run",
    meter: "optimization_runs",
    monthly: { free: 100, pro: 2_000, enterprise: 50_000 },
    standsOn: null,
    listed: true,
  },
  monte_carlo: {
    idPrefix: "mc",
    meter: "monte_carlo_runs",
    monthly: { free: 50, pro: 1_000, enterprise: 20_000 },
    standsOn: "optimization",
    listed: true,
  },
  backtest: {
    idPrefix: "bt",
    meter: "backtest_runs",
    monthly: { free: 50, pro: 1_000, enterprise: 20_000 },
    standsOn: "optimization",
    listed: true,
  },
  report: { idPrefix: "rep", meter: null, monthly: null, standsOn: "optimization", listed: false },
} as const satisfies Readonly<Record<string, JobKind>>;

export type JobKindName = keyof typeof JOB_KINDS;

type KindOf<Name extends JobKindName> = typeof JOB_KINDS[Name];
type ListedName = { [Name in JobKindName]: KindOf<Name>["listed"] extends true ? Name : never }[JobKindName];

/** Type of the names of the kinds of jobs that belong to a run. */
export type KindOfRun = { [Name in JobKindName]: KindOf<Name>["standsOn"] extends null ? never : Name }[JobKindName];

export type JobIdPrefix = KindOf<JobKindName>["idPrefix"];
export type MeterName = Exclude<KindOf<JobKindName>["meter"], null>;

/** Names of all kinds of jobs, in the order of the list of kinds. */
export const JOB_KIND_NAMES: readonly JobKindName[] = Object.keys(JOB_KINDS).filter((name) => isJobKind(name));

/** Names of the kinds of jobs that users see, in the order of the list of kinds. */
export const LISTED_JOB_KINDS: readonly ListedName[] = JOB_KIND_NAMES.filter((name) => isListed(name));

/** Names of all usage meters, in the order of the list of job kinds. */
export const METER_NAMES: readonly MeterName[] = [
  ...new Set(JOB_KIND_NAMES.map((name) => JOB_KINDS[name].meter).filter((meter) => meter !== null)),
];

/** Returns the kind of job whose ids begin with a prefix; null if there is none. */
export function jobKindOfPrefix(prefix: string | null): JobKindName | null {
  return JOB_KIND_NAMES.find((name) => JOB_KINDS[name].idPrefix === prefix) ?? null;
}

/** Whether users see jobs of a kind. */
export function isListed(name: JobKindName): name is ListedName {
  return JOB_KINDS[name].listed;
}

function isJobKind(name: string): name is JobKindName {
  return Object.hasOwn(JOB_KINDS, name);
}
