import { type Counter, type Histogram, metrics } from "@opentelemetry/api";

/** Type of the service's metrics: counters and durations. Attributes take few values and never name an account. */
export interface Telemetry {
  count(name: CounterName, attributes?: Readonly<Record<string, string | number>>): void;
  /** Records a duration, in milliseconds, under a metric's name. */
  record(name: DurationName, durationMs: number, attributes?: Readonly<Record<string, string | number>>): void;
}

export type CounterName =
  | "http.requests"
  | "http.refusals"
  | "mail.sent"
  | "mail.failed"
  | "jobs.accepted"
  | "jobs.attempts"
  | "jobs.attempts_lost"
  | "jobs.leases_expired"
  | "jobs.finished"
  | "jobs.methods_not_proven"
  | "market_data.errors"
  | "market_data.requests"
  | "market_data.retries"
  | "market_data.circuits_opened"
  | "market_data.cache_hits";

/**
 * Type of the names of measured durations: `jobs.queue_age` is how long a job waited for its first attempt, and
 * `jobs.duration` how long one attempt took to load the data and compute the job, without storing the result.
 */
export type DurationName = "jobs.queue_age" | "jobs.duration";

/** Returns the service's metrics, recorded by OpenTelemetry. `OTEL_DENO=true` exports them. */
export function openTelemetry(): Telemetry {
  const meter = metrics.getMeter("portfolio-optimization");
  const counters = new Map<CounterName, Counter>();
  const histograms = new Map<DurationName, Histogram>();
  return {
    count(name, attributes = {}) {
      const counter = counters.get(name) ?? meter.createCounter(name);
      counters.set(name, counter);
      counter.add(1, attributes);
    },
    record(name, durationMs, attributes = {}) {
      const histogram = histograms.get(name) ?? meter.createHistogram(name, { unit: "ms" });
      histograms.set(name, histogram);
      histogram.record(durationMs, attributes);
    },
  };
}
