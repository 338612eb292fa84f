/** A kind of job. Names, prefixes, meters and their unions are derived from the list. */
interface JobKind {
  /** Of the ids of its jobs. */
  readonly idPrefix: string;
  /** What an accepted job counts on; null: on none. */
  readonly meter: string | null;
  /** The kind of the job that one of it stands on; null where it stands for itself. */
  readonly standsOn: string | null;
  /** Whether its owner sees its jobs: an internal kind is in no list, history or export. */
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

/** The kinds that stand on a run. */
export type KindOfRun = { [Name in JobKindName]: KindOf<Name>["standsOn"] extends null ? never : Name }[JobKindName];

export type JobIdPrefix = KindOf<JobKindName>["idPrefix"];
export type MeterName = Exclude<KindOf<JobKindName>["meter"], null>;

const NAMES: readonly JobKindName[] = Object.keys(JOB_KINDS).filter((name) => isJobKind(name));

/** The kinds that owners see, in the order of the list. */
export const LISTED_JOB_KINDS: readonly ListedName[] = NAMES.filter((name) => isListed(name));

/** Every meter, in the order of the list. */
export const METER_NAMES: readonly MeterName[] = [
  ...new Set(NAMES.map((name) => JOB_KINDS[name].meter).filter((meter) => meter !== null)),
];

/** The kind whose ids have a prefix; null where none has. */
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
