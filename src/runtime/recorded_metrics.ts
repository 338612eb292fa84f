import { type CounterName, COUNTERS, type DurationName, DURATIONS, type GaugeName, GAUGES } from "./instruments.ts";
import { type Attributes, type GaugeReader, gaugeValues, type Telemetry } from "./telemetry.ts";

const PREFIX = "portfolio_";
/** Units by which Prometheus wants values, with the factor from the unit of the instrument. */
const UNITS = {
  ms: { suffix: "_seconds", factor: 1 / 1_000 },
  By: { suffix: "_bytes", factor: 1 },
  "1": { suffix: "", factor: 1 },
} as const;

/** Durations of one set of attributes: how many fell into each class and above all, and their sum. */
interface Distribution {
  readonly counts: number[];
  sumMs: number;
}

/** Metrics that this process keeps since its start, for a scraper that asks now and then. */
export class RecordedMetrics implements Telemetry {
  readonly #counts = new Map<CounterName, Map<string, number>>();
  readonly #distributions = new Map<DurationName, Map<string, Distribution>>();
  readonly #readers = new Map<GaugeName, GaugeReader>();

  count(name: CounterName, attributes: Attributes = {}): void {
    const values = this.#counts.get(name) ?? new Map<string, number>();
    const labels = labelsOf(attributes);
    this.#counts.set(name, values.set(labels, (values.get(labels) ?? 0) + 1));
  }

  record(name: DurationName, durationMs: number, attributes: Attributes = {}): void {
    const { boundsMs } = DURATIONS[name];
    const place = boundsMs.findIndex((boundMs) => durationMs <= boundMs);
    const values = this.#distributions.get(name) ?? new Map<string, Distribution>();
    const labels = labelsOf(attributes);
    const distribution = values.get(labels) ?? { counts: new Array<number>(boundsMs.length + 1).fill(0), sumMs: 0 };
    const at = place < 0 ? boundsMs.length : place;
    distribution.counts[at] = (distribution.counts[at] ?? 0) + 1;
    distribution.sumMs += durationMs;
    this.#distributions.set(name, values.set(labels, distribution));
  }

  observe(name: GaugeName, read: GaugeReader): void {
    this.#readers.set(name, read);
  }

  /** Returns all metrics in the text format of Prometheus 0.0.4. A gauge that cannot be read now is left out. */
  async text(): Promise<string> {
    const gauges = await Promise.all([...this.#readers].map(([name, read]) => gaugeLines(name, read)));
    return [
      ...namesOf(COUNTERS).map((name) => counterLines(name, this.#counts.get(name))),
      ...namesOf(DURATIONS).map((name) => histogramLines(name, this.#distributions.get(name))),
      ...gauges,
    ].flat().map((line) => `${line}\n`).join("");
  }
}

function namesOf<Name extends string>(list: Readonly<Record<Name, unknown>>): readonly Name[] {
  // The names of a list that is a constant are those of its type.
  return Object.keys(list) as Name[];
}

/** A counter without attributes begins at 0, so that its first increase is seen. */
function counterLines(name: CounterName, values: ReadonlyMap<string, number> | undefined): readonly string[] {
  const { help, by } = COUNTERS[name];
  const family = `${familyOf(name)}_total`;
  const counted = values ?? (by.length === 0 ? new Map([["", 0]]) : new Map<string, number>());
  return head(family, "counter", help, [...counted].map(([labels, value]) => sample(family, labels, value)));
}

function histogramLines(
  name: DurationName,
  values: ReadonlyMap<string, Distribution> = new Map(),
): readonly string[] {
  const { help, boundsMs } = DURATIONS[name];
  const family = `${familyOf(name)}${UNITS.ms.suffix}`;
  const samples = [...values].flatMap(([labels, { counts, sumMs }]) => {
    let upTo = 0;
    const ends = [...boundsMs.map((boundMs) => String(boundMs / 1_000)), "+Inf"];
    const classes = ends.map((end, index) =>
      sample(`${family}_bucket`, joined(labels, `le="${end}"`), upTo += counts[index] ?? 0)
    );
    return [...classes, sample(`${family}_sum`, labels, sumMs / 1_000), sample(`${family}_count`, labels, upTo)];
  });
  return head(family, "histogram", help, samples);
}

async function gaugeLines(name: GaugeName, read: GaugeReader): Promise<readonly string[]> {
  const { help, unit } = GAUGES[name], { suffix, factor } = UNITS[unit];
  const family = `${familyOf(name)}${suffix}`;
  const samples = (await gaugeValues(read)).map(({ value, attributes = {} }) =>
    sample(family, labelsOf(attributes), value * factor)
  );
  return head(family, "gauge", help, samples);
}

function head(family: string, type: string, help: string, samples: readonly string[]): readonly string[] {
  return samples.length === 0 ? [] : [`# HELP ${family} ${help}`, `# TYPE ${family} ${type}`, ...samples];
}

function sample(name: string, labels: string, value: number): string {
  return `${name}${labels === "" ? "" : `{${labels}}`} ${value}`;
}

function familyOf(name: string): string {
  return `${PREFIX}${name.replaceAll(".", "_")}`;
}

function labelsOf(attributes: Attributes): string {
  return Object.entries(attributes).map(([name, value]) => `${name}="${escaped(String(value))}"`).join(",");
}

function joined(labels: string, label: string): string {
  return labels === "" ? label : `${labels},${label}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => character === "\n" ? "\\n" : `\\${character}`);
}
