import { LOADS } from "./grouped_modules.ts";

/** Number of tests with each outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Outcome of a test run, read from its JUnit report. */
export interface TestReport {
  readonly counts: Counts;
  /** Seconds that the tests of each file took, longest first. */
  readonly secondsByFile: readonly (readonly [file: string, seconds: number])[];
  /** Test files that failed to load. */
  readonly unloaded: readonly string[];
}

/**
 * Reads the JUnit report of a test run. The report is empty where the run ended before its tests; `success` tells
 * whether the exit status was 0, so that such a run counts as failed.
 */
export function testReport(xml: string, success: boolean): TestReport {
  const broken = total(xml, "failures") + total(xml, "errors");
  const skipped = total(xml, "disabled");
  const seconds = new Map<string, number>();
  const unloaded: string[] = [];
  for (const [, attributes] of xml.matchAll(/<testcase ([^>]*)>/g)) {
    const name = attribute(attributes, "name"), file = attribute(attributes, "classname");
    if (name.startsWith(LOADS)) unloaded.push(name.slice(LOADS.length));
    seconds.set(file, (seconds.get(file) ?? 0) + Number(attribute(attributes, "time") || 0));
  }
  return {
    counts: {
      passed: Math.max(0, total(xml, "tests") - broken - skipped),
      failed: Math.max(broken, success ? 0 : 1),
      skipped,
    },
    secondsByFile: [...seconds].toSorted(([, one], [, other]) => other - one),
    unloaded,
  };
}

/** Returns a text table of the seconds that the tests of each file took, longest first. */
export function timesTable({ secondsByFile }: TestReport): string {
  const all = secondsByFile.reduce((sum, [, seconds]) => sum + seconds, 0);
  const rows = [...secondsByFile, [`${secondsByFile.length} files`, all] as const];
  return rows.map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${file.replace(/^\.\//, "")}`).join("\n");
}

function attribute(attributes: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
}

function total(xml: string, name: string): number {
  const suites = xml.matchAll(new RegExp(`<testsuite [^>]*?\\b${name}="(\\d+)"`, "g"));
  return suites.reduce((sum, suite) => sum + Number(suite[1]), 0);
}
