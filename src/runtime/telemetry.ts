import { type Counter, type Histogram, metrics } from "@opentelemetry/api";
import { type CounterName, COUNTERS, type DurationName, DURATIONS, type GaugeName, GAUGES } from "./instruments.ts";

export type Attributes = Readonly<Record<string, string | number>>;

/** A value of a gauge at the moment of the export. */
export interface GaugeValue {
  readonly value: number;
  readonly attributes?: Attributes;
}

/** Reads the present values of a gauge. A rejection leaves the gauge out of one export. */
export type GaugeReader = () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>;

/** Type of the service's metrics, which `instruments.ts` lists. */
export interface Telemetry {
  count(name: CounterName, attributes?: Attributes): void;
  /** Records a duration, in milliseconds, under a metric's name. */
  record(name: DurationName, durationMs: number, attributes?: Attributes): void;
  /** Lets a gauge be read at each export, by one reader in a process. */
  observe(name: GaugeName, read: GaugeReader): void;
}

/** Returns the service's metrics, recorded by OpenTelemetry. `OTEL_DENO=true` exports them. */
export function openTelemetry(): Telemetry {
  const meter = metrics.getMeter("portfolio-optimization");
  const counters = new Map<CounterName, Counter>();
  const histograms = new Map<DurationName, Histogram>();
  return {
    count(name, attributes = {}) {
      const counter = counters.get(name) ?? meter.createCounter(name, { description: COUNTERS[name].help });
      counters.set(name, counter);
      counter.add(1, attributes);
    },
    record(name, durationMs, attributes = {}) {
      const { help } = DURATIONS[name];
      const histogram = histograms.get(name) ?? meter.createHistogram(name, { unit: "ms", description: help });
      histograms.set(name, histogram);
      histogram.record(durationMs, attributes);
    },
    observe(name, read) {
      const { help, unit } = GAUGES[name];
      meter.createObservableGauge(name, { unit, description: help }).addCallback(async (result) => {
        for (const { value, attributes = {} } of await gaugeValues(read)) result.observe(value, attributes);
      });
    },
  };
}

/** Reads the present values of a gauge; none where they cannot be read now. Never rejects. */
export async function gaugeValues(read: GaugeReader): Promise<readonly GaugeValue[]> {
  try {
    return await read();
  } catch {
    // A store that is away is told by its own counter of failures, and must neither hide the other metrics nor end the
    // process.
    return [];
  }
}

/** Returns metrics that hand everything to each of the given ones. */
export function allTelemetry(all: readonly Telemetry[]): Telemetry {
  return {
    count(name, attributes) {
      for (const each of all) each.count(name, attributes);
    },
    record(name, durationMs, attributes) {
      for (const each of all) each.record(name, durationMs, attributes);
    },
    observe(name, read) {
      for (const each of all) each.observe(name, read);
    },
  };
}
