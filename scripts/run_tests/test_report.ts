import { LOADS, type UnloadedFile } from "./grouped_modules.ts";

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
  /** Whether the run had tests and a filter left out all of them. */
  readonly isAllFilteredOut: boolean;
}

/**
 * Reads the JUnit report of a test run. The report is empty where the run ended before its tests; `success` tells
 * whether the exit status was 0, so that such a run counts as failed. Each file of `unloaded` is one failure, also
 * where a filter hides the test that stands for it.
 */
export function testReport(
  xml: string,
  { success, unloaded }: { readonly success: boolean; readonly unloaded: readonly UnloadedFile[] },
): TestReport {
  const broken = total(xml, "failures") + total(xml, "errors");
  const disabled = total(xml, "disabled");
  const seconds = new Map<string, number>();
  const shown = new Set<string>();
  let filteredOut = 0;
  for (const [, attributes, mark] of xml.matchAll(/<testcase ([^>]*)>(\s*<skipped\/>)?/g)) {
    const name = attribute(attributes, "name"), file = attribute(attributes, "classname");
    const time = attribute(attributes, "time");
    // Deno marks a test that the filter leaves out as skipped, too, but gives it no time.
    if (mark !== undefined && time === "") filteredOut++;
    else {
      shown.add(name);
      seconds.set(file, (seconds.get(file) ?? 0) + Number(time));
    }
  }
  const hidden = unloaded.filter(({ file }) => !shown.has(LOADS + file)).length;
  const failed = Math.max(broken + hidden, success ? 0 : 1);
  return {
    counts: { passed: Math.max(0, total(xml, "tests") - broken - disabled), failed, skipped: disabled - filteredOut },
    secondsByFile: [...seconds].toSorted(([, one], [, other]) => other - one),
    isAllFilteredOut: filteredOut > 0 && shown.size === 0 && failed === 0,
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
