/**
 * Everything that the service counts and measures, in one list. OpenTelemetry and `/metrics` both export it. Attributes
 * take few values and never name an account.
 */
export interface Instrument {
  /** What the instrument tells, for the operator; without a full stop. */
  readonly help: string;
  /** Attributes by which the values are told apart. */
  readonly by: readonly string[];
}

/** A duration in milliseconds. */
export interface DurationInstrument extends Instrument {
  /** Upper ends of the classes of its histogram, in milliseconds, ascending. */
  readonly boundsMs: readonly number[];
}

/** A value that is read when it is exported. */
export interface GaugeInstrument extends Instrument {
  /** `ms` for milliseconds, `By` for bytes, `1` for a number of things. */
  readonly unit: "ms" | "By" | "1";
}

const TRIPS_MS = [0.5, 1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 3_000];
const ANSWERS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000];
const JOBS_MS = [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

export const COUNTERS = {
  "http.requests": { help: "Requests", by: ["method", "route", "status"] },
  "http.refusals": { help: "Refused requests", by: ["code", "route"] },
  "mail.sent": { help: "Mails that were sent", by: [] },
  "mail.failed": { help: "Attempts to send a mail that failed", by: [] },
  "jobs.accepted": { help: "Accepted jobs; a repeated request does not count", by: ["kind"] },
  "jobs.attempts": { help: "Attempts at a job that began", by: ["kind"] },
  "jobs.attempts_lost": {
    help: "Attempts that ended because a worker died, or because the store or bucket did not answer",
    by: [],
  },
  "jobs.leases_expired": { help: "Jobs taken back from a process that died or fell silent", by: [] },
  "jobs.finished": { help: "Attempts at a job that ended", by: ["kind", "outcome"] },
  "jobs.methods_not_proven": { help: "Answers with the verdict not_proven", by: ["method"] },
  "store.conflicts": { help: "Commits that changed nothing, because an entry that they read had changed", by: [] },
  "store.failures": { help: "Calls of the store that failed or got no answer", by: ["operation"] },
  "market_data.errors": { help: "Calls of a provider of market data that failed", by: ["provider", "method"] },
  "market_data.requests": { help: "Requests to a source of market data, with repetitions", by: ["provider"] },
  "market_data.retries": { help: "Repeated requests to a source of market data", by: ["provider"] },
  "market_data.circuits_opened": { help: "Times that a host got no requests for half a minute", by: ["provider"] },
  "market_data.cache_hits": { help: "Histories and lists answered from the cache", by: ["provider"] },
} as const satisfies Readonly<Record<string, Instrument>>;

export const DURATIONS = {
  "http.duration": {
    help: "From the arrival of a request to its answer",
    by: ["method", "route"],
    boundsMs: ANSWERS_MS,
  },
  "jobs.queue_age": { help: "From acceptance of a job to its first attempt", by: ["kind"], boundsMs: JOBS_MS },
  "jobs.duration": {
    help: "From the start of an attempt to the end of its computation",
    by: ["kind"],
    boundsMs: JOBS_MS,
  },
  "store.duration": {
    help: "One trip to the store: a read, a batch of a list, or a commit",
    by: ["operation"],
    boundsMs: TRIPS_MS,
  },
  "store.bell_delay": {
    help: "From the commit of a job in one process until another one hears of it; clocks of two machines may differ",
    by: [],
    boundsMs: TRIPS_MS,
  },
} as const satisfies Readonly<Record<string, DurationInstrument>>;

export const GAUGES = {
  "jobs.queued": { help: "Jobs that wait, up to 10,000 of all processes", by: ["kind"], unit: "1" },
  "jobs.queue_oldest": { help: "Age of the oldest of these jobs in the queue", by: [], unit: "ms" },
  "jobs.leased": { help: "Jobs that a runner of any process holds", by: ["kind"], unit: "1" },
  "workers": { help: "Workers of this process that compute jobs", by: ["state"], unit: "1" },
  "process.memory": { help: "Memory of this process", by: ["part"], unit: "By" },
} as const satisfies Readonly<Record<string, GaugeInstrument>>;

export type CounterName = keyof typeof COUNTERS;
export type DurationName = keyof typeof DURATIONS;
export type GaugeName = keyof typeof GAUGES;
