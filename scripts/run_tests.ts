/**
 * Runs `deno test` with the arguments given, over every test where they name no file, and closes with a line "N passed, N failed, N skipped".
 * The counts are of the JUnit report; the exit status catches what that leaves out: a module that fails to load, a type error, a crash.
 */
const PLACES = ["src", "tests", "scripts"];
const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  "--allow-net=127.0.0.1,[::1],localhost",
  "--no-prompt",
];

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

if (import.meta.main) Deno.exit(await runTests(Deno.args));

/** Runs the tests and prints their counts; the exit status, 0 only where nothing failed. */
async function runTests(args: readonly string[]): Promise<number> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  try {
    const { code, success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--parallel",
        "--sanitize-ops",
        "--sanitize-resources",
        ...PERMISSIONS,
        `--junit-path=${report}`,
        ...args,
        ...args.some(exists) ? [] : PLACES.filter(exists),
      ],
      stdin: "null",
    }).spawn().status;
    const counts = countsOf(await Deno.readTextFile(report), success);
    // deno-lint-ignore no-console
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    return counts.failed > 0 && success ? 1 : code;
  } finally {
    await Deno.remove(report);
  }
}

/** Counts of a JUnit report, which is empty when the run never came to its tests. */
function countsOf(report: string, success: boolean): Counts {
  const broken = total(report, "failures") + total(report, "errors");
  const skipped = total(report, "disabled");
  return {
    passed: Math.max(0, total(report, "tests") - broken - skipped),
    failed: Math.max(broken, success ? 0 : 1),
    skipped,
  };
}

function total(report: string, attribute: string): number {
  const suites = report.matchAll(new RegExp(`<testsuite [^>]*?\\b${attribute}="(\\d+)"`, "g"));
  return suites.reduce((sum, suite) => sum + Number(suite[1]), 0);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
