/**
 * A kind of job. Names, prefixes, meters, the limits of plans and their unions are derived from the list. Where a kind
 * needs nothing but what its run stored, a computation with its name (`computations/<kind>.ts`) is all its work; any
 * other kind has a file in `jobs/kinds/`. The compiler asks for one or the other.
 */
interface JobKind {
  /** Prefix of the ids of jobs of this kind. */
  readonly idPrefix: string;
  /** Meter on which an accepted job of this kind counts; null if it counts on none. */
  readonly meter: string | null;
  /** How much of the meter each plan grants in a calendar month; null grants any number. Null without a meter. */
  readonly monthly: Readonly<Record<string, number | null>> | null;
  /** The kind of the job that one of it stands on; null where it stands for itself. */
  readonly standsOn: string | null;
  /** Whether owners see jobs of this kind. An internal kind appears in no list, history or export. */
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

/** The kinds of jobs that belong to a run. */
export type KindOfRun = { [Name in JobKindName]: KindOf<Name>["standsOn"] extends null ? never : Name }[JobKindName];

export type JobIdPrefix = KindOf<JobKindName>["idPrefix"];
export type MeterName = Exclude<KindOf<JobKindName>["meter"], null>;

/** Every kind, in the order of the list. */
export const JOB_KIND_NAMES: readonly JobKindName[] = Object.keys(JOB_KINDS).filter((name) => isJobKind(name));

/** The kinds that owners see, in the order of the list. */
export const LISTED_JOB_KINDS: readonly ListedName[] = JOB_KIND_NAMES.filter((name) => isListed(name));

/** All meters, in the order of the list of kinds. */
export const METER_NAMES: readonly MeterName[] = [
  ...new Set(JOB_KIND_NAMES.map((name) => JOB_KINDS[name].meter).filter((meter) => meter !== null)),
];

/** Returns the kind of job whose ids have a prefix; null if there is none. */
export function jobKindOfPrefix(prefix: string | null): JobKindName | null {
  return JOB_KIND_NAMES.find((name) => JOB_KINDS[name].idPrefix === prefix) ?? null;
}

/** Whether owners see the jobs of a kind. */
export function isListed(name: JobKindName): name is ListedName {
  return JOB_KINDS[name].listed;
}

function isJobKind(name: string): name is JobKindName {
  return Object.hasOwn(JOB_KINDS, name);
}
