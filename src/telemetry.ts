import { type Counter, metrics } from "@opentelemetry/api";
import type { CounterName, Telemetry } from "./dependencies.ts";

/** Counts by OpenTelemetry; `OTEL_DENO=true` exports what is counted. */
export function openTelemetry(): Telemetry {
  const meter = metrics.getMeter("portfolio-optimization");
  const counters = new Map<CounterName, Counter>();
  return {
    count(name, attributes = {}) {
      let counter = counters.get(name);
      if (counter === undefined) {
        counter = meter.createCounter(name);
        counters.set(name, counter);
      }
      counter.add(1, attributes);
    },
  };
}
