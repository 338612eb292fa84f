import { type Counter, type Histogram, metrics } from "@opentelemetry/api";
import type { CounterName, DurationName, Telemetry } from "./dependencies.ts";

/** Counts and durations by OpenTelemetry; `OTEL_DENO=true` exports them. */
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
