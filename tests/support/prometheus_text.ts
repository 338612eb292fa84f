import assert from "node:assert/strict";

/** One sample of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
const TYPES = ["counter", "gauge", "histogram"];

/**
 * Test helper. Reads a text in the format 0.0.4 of Prometheus, strictly: each family has its help and its type before
 * its samples, counters end with `_total`, histograms have rising classes up to `+Inf`, and nothing appears twice.
 * Throws an `AssertionError` otherwise.
 */
export function samplesOf(text: string): readonly Sample[] {
  assert.ok(text.endsWith("\n"), "the last line ends with a line feed");
  const types = new Map<string, string>(), helps = new Set<string>(), seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.slice(0, -1).split("\n")) {
    const [, word, family, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word === "HELP") {
      assert.match(family, NAME);
      assert.ok(!helps.has(family), `one help of ${family}`);
      helps.add(family);
    } else if (word === "TYPE") {
      assert.ok(TYPES.includes(rest) && helps.has(family) && !types.has(family), line);
      if (rest === "counter") assert.match(family, /_total$/);
      types.set(family, rest);
    } else {
      const sample = sampleOf(line);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()]);
      assert.ok(!seen.has(key), `one sample ${line}`);
      seen.add(key);
      assert.equal([...types.keys()].at(-1), familyOf(sample.name, types), `${line} follows the type of its family`);
      samples.push(sample);
    }
  }
  for (const [family, type] of types) if (type === "histogram") assertHistogram(family, samples);
  return samples;
}

function sampleOf(line: string): Sample {
  const [, name, inside = "", value] = SAMPLE.exec(line) ?? assert.fail(`a sample: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < inside.length;) {
    const [, label, text] = LABEL.exec(inside) ?? assert.fail(`labels: ${line}`);
    assert.ok(!(label in labels), line);
    labels[label] = text.replace(/\\([\\"n])/g, (_, character) => character === "n" ? "\n" : character);
  }
  assert.ok(Number.isFinite(Number(value)), line);
  return { name, labels, value: Number(value) };
}

function familyOf(name: string, types: ReadonlyMap<string, string>): string {
  const family = name.replace(/_(bucket|sum|count)$/, "");
  return types.get(family) === "histogram" ? family : name;
}

function assertHistogram(family: string, samples: readonly Sample[]): void {
  const withoutEnd = ({ labels: { le: _, ...labels } }: Sample): string => JSON.stringify(labels);
  const of = (part: string): readonly Sample[] => samples.filter(({ name }) => name === `${family}_${part}`);
  const groups = Map.groupBy(of("bucket"), withoutEnd);
  assert.deepEqual([...groups.keys()], of("count").map(withoutEnd));
  assert.deepEqual([...groups.keys()], of("sum").map(withoutEnd));
  for (const [group, classes] of groups) {
    const ends = classes.map(({ labels }) => Number(labels.le.replace("+Inf", "Infinity")));
    assert.deepEqual(ends, ends.toSorted((a, b) => a - b), `ascending ends of ${family}`);
    assert.equal(ends.at(-1), Infinity);
    const counts = classes.map(({ value }) => value);
    assert.deepEqual(counts, counts.toSorted((a, b) => a - b), `rising counts of ${family}`);
    assert.equal(counts.at(-1), of("count").find((sample) => withoutEnd(sample) === group)?.value);
  }
}

/** Test helper. Returns the sum of the samples with a name and at least these labels; null without any. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | null {
  const found = samples.filter((sample) =>
    sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value)
  );
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}
