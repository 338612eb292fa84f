/**
 * Runs the tests of the project (`deno task test`): by default a part of the tests of every test file, chosen by a seed
 * that it prints. With `--all` it runs every test, as `deno task ok` does; with files or folders every test of these;
 * with `--random` the property tests at a random seed. `--times` prints the time by file. Other arguments go on to
 * `deno test`. Types are checked by `deno task types`, here only with `--check`.
 *
 * The closing lines count the tests from the JUnit report and say how many of `deno task ok` were left out. The exit
 * status is not 0 where a test failed, a file did not load, a filter matched no test, or a program that tests of
 * `--all` need is not installed. Tests put their temporary files into a folder that goes with the run.
 */
import { relative } from "node:path";
import { endProcesses } from "./run_tests/end_processes.ts";
import { groupedModules, type UnloadedFile, unloadedFiles } from "./run_tests/grouped_modules.ts";
import { optionsOfRun, type RunOptions } from "./run_tests/options_of_run.ts";
import { exists, holdsProperties, isFolder, testFiles, testFilesIn } from "./run_tests/test_files.ts";
import { type TestReport, testReport, timesTable } from "./run_tests/test_report.ts";

const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  "--allow-net=127.0.0.1,[::1],localhost",
  "--no-prompt",
];

/**
 * Number of test modules that run at the same time. Two more than the cores, because a test that waits for a process or
 * a timer leaves its core to another.
 */
const FILES_AT_ONCE = navigator.hardwareConcurrency + 2;

/**
 * Programs that some tests need and `.ci/run` installs. A full test run without one of them fails, unless the variable
 * TESTS_WITHOUT names it.
 */
const PROGRAMS = new Set(["Chromium", "Firefox", "HAProxy", "mcp", "moto", "PostgreSQL", "schemathesis"]);

/** Number of seeds. fast-check takes a larger one for another number. */
const SEEDS = 2 ** 31;

/** Exit statuses of the test runner's own. */
const FAILED = 1, INTERRUPTED = 130;

if (import.meta.main) Deno.exit(await run(Deno.args));

async function run(args: readonly string[]): Promise<number> {
  let options: RunOptions, seeds: Seeds;
  try {
    options = optionsOfRun(args, exists);
    seeds = seedsOf(options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return ended(error.message, FAILED);
  }
  let folder: string;
  try {
    folder = await Deno.makeTempDir({ prefix: "tests-" });
  } catch (error) {
    // Deno names a path of its own here.
    const reason = messageOf(error).replace(/: tmpdir$/, "");
    return ended(`Cannot write a folder for the report in ${Deno.env.get("TMPDIR") ?? "/tmp"}: ${reason}`, FAILED);
  }
  try {
    return await runIn(folder, options, seeds);
  } finally {
    await removeFolder(folder);
  }
}

/** Removes the folder of a run. Tries again for a moment, because processes that were just killed may still write. */
async function removeFolder(folder: string): Promise<void> {
  for (let triesLeft = 20;; triesLeft--) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (triesLeft === 0) return print(`Cannot remove ${folder}: ${messageOf(error)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Runs the tests with a temporary folder for the files that the run and its tests write. Returns the exit status.
 */
async function runIn(folder: string, options: RunOptions, { env, said }: Seeds): Promise<number> {
  if (said !== null) print(said);
  const interruption = endOnSignals();
  const notes = {
    leftOut: `${folder}/left_out`,
    absences: `${folder}/absences`,
    unloaded: `${folder}/unloaded`,
    report: `${folder}/report.xml`,
  };
  for (const file of Object.values(notes)) await Deno.writeTextFile(file, "");
  await Deno.mkdir(`${folder}/tmp`);
  const modules = await modulesOf(options, { folder, unloaded: notes.unloaded });
  if (modules.length === 0) return ended(`No test in ${options.places.join(", ")}`, FAILED);
  const certificates = await certificateFolder(folder);
  if (interruption.by !== null) return ended(`Ended by ${interruption.by} before the tests`, INTERRUPTED);
  interruption.tests = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--parallel",
      // To look for leaks takes a tenth of the time of most tests.
      ...options.scope === "part" ? [] : ["--sanitize-ops", "--sanitize-resources"],
      ...options.further.some((argument) => argument.startsWith("--check")) ? [] : ["--no-check"],
      ...PERMISSIONS,
      `--junit-path=${notes.report}`,
      ...options.further,
      ...modules,
    ],
    stdin: "null",
    env: {
      DENO_JOBS: String(FILES_AT_ONCE),
      TMPDIR: `${folder}/tmp`,
      TEST_CERTIFICATE_FOLDER: certificates,
      TEST_LEFT_OUT_FILE: notes.leftOut,
      TEST_ABSENCES_FILE: notes.absences,
      ...env,
    },
  }).spawn();
  const { code, success } = await interruption.tests.status;
  if (interruption.by !== null) return ended(`Ended by ${interruption.by}: what ran was stopped`, INTERRUPTED);
  const unloaded = unloadedFiles(await Deno.readTextFile(notes.unloaded));
  const report = testReport(await Deno.readTextFile(notes.report), { success, unloaded });
  if (report.isAllFilteredOut) return ended(`No test matches --filter ${JSON.stringify(options.filter)}`, FAILED);
  if (options.showsTimes) print(timesTable(report));
  const absent = sayAbsences(await Deno.readTextFile(notes.absences), options);
  sayUnloaded(unloaded);
  sayCounts(report, options, await Deno.readTextFile(notes.leftOut));
  return report.counts.failed > 0 || absent ? code || FAILED : code;
}

/**
 * Seeds of a test run: the environment variables that pass them to the tests, and the line that says how to repeat the
 * run; null where no seed is drawn.
 */
interface Seeds {
  readonly env: Readonly<Record<string, string>>;
  readonly said: string | null;
}

/**
 * Draws the seeds of a test run or takes them from the environment. Throws a `RangeError` where one is not a
 * whole number below the number of seeds.
 */
function seedsOf({ scope }: RunOptions): Seeds {
  // A full run clears the seed in the environment, because a seed would leave some tests out.
  if (scope === "all" || scope === "named") return { env: { TEST_SEED: "" }, said: null };
  const name = scope === "part" ? "TEST_SEED" : "PROPERTY_SEED";
  const seed = Deno.env.get(name) || String(Math.floor(Math.random() * SEEDS));
  if (!/^\d+$/.test(seed) || Number(seed) >= SEEDS) {
    throw new RangeError(`Cannot use ${name} ${JSON.stringify(seed)}: give a whole number below ${SEEDS}`);
  }
  const said = scope === "part"
    ? `A part of the tests, chosen by seed ${seed}: the same part again by TEST_SEED=${seed} deno task test`
    : `Properties at seed ${seed}: the same again by PROPERTY_SEED=${seed} deno task test:random`;
  return { env: { TEST_SEED: "", [name]: seed }, said };
}

/**
 * Returns the test modules of a run. Property tests, and files that the developer names, run as they are; all others,
 * also those of a folder that is named, run in groups: files that run beside each other share one environment.
 */
async function modulesOf(
  { scope, places }: RunOptions,
  written: { readonly folder: string; readonly unloaded: string },
): Promise<readonly string[]> {
  if (scope === "properties") {
    const files = places.length > 0 ? places.flatMap(testFilesIn) : testFiles();
    return files.filter(holdsProperties);
  }
  if (places.length === 0) return await groupedModules(testFiles(), written);
  const named = places.filter((place) => !isFolder(place));
  const within = places.filter(isFolder).flatMap((place) => testFilesIn(relative(".", place)));
  return [...named, ...await groupedModules(within, written)];
}

/**
 * Returns the folder of a TLS certificate that the servers of all tests share. Makes the certificate where the
 * environment names no folder, once for the whole run, because that takes longer than most tests.
 */
async function certificateFolder(folder: string): Promise<string> {
  const given = Deno.env.get("TEST_CERTIFICATE_FOLDER");
  if (given !== undefined) return given;
  const { certificateOfFolder } = await import("../src/http/certificate_files.ts");
  await certificateOfFolder(folder, { hosts: ["localhost", "127.0.0.1"], now: Date.now() });
  return folder;
}

/** The tests that run, null before they start, and the signal that told the test runner to end. */
interface Interruption {
  tests: Deno.ChildProcess | null;
  by: Deno.Signal | null;
}

/** Ends the tests, and all processes that they started, when the test runner is told to end. */
function endOnSignals(): Interruption {
  const interruption: Interruption = { tests: null, by: null };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {
      interruption.by = signal;
      if (interruption.tests !== null) endProcesses(interruption.tests.pid);
    });
  }
  return interruption;
}

/**
 * Prints one line about the programs and rights that tests need and this machine lacks. Returns whether a full run
 * fails for them.
 */
function sayAbsences(noted: string, { scope }: RunOptions): boolean {
  const absent = [...new Set(noted.split("\n").filter((line) => line !== ""))].sort();
  if (absent.length === 0) return false;
  print(`Not there: ${absent.join(", ")}. The tests that need them were skipped`);
  const allowed = new Set((Deno.env.get("TESTS_WITHOUT") ?? "").split(","));
  const missed = absent.filter((what) => PROGRAMS.has(what) && !allowed.has(what));
  if (scope !== "all" || missed.length === 0) return false;
  print(`A full run needs ${missed.join(", ")}: .ci/run installs them, TESTS_WITHOUT=${missed.join(",")} goes without`);
  return true;
}

/** Prints a line for each test file that failed to load. */
function sayUnloaded(unloaded: readonly UnloadedFile[]): void {
  for (const { file, reason } of unloaded) print(`Cannot load ${file}: ${reason}`);
}

/**
 * Prints the closing lines: the number of tests with each outcome and, for a part, the number of tests left out.
 * `leftOut` has a line for each place that left tests out: their number, and whether Deno ignored them.
 */
function sayCounts({ counts }: TestReport, { scope }: RunOptions, leftOut: string): void {
  const places = leftOut.split("\n").filter((line) => line !== "").map((line) => ({
    count: parseInt(line),
    isIgnored: line.endsWith(" ignored"),
  }));
  const sum = (some: typeof places): number => some.reduce((total, { count }) => total + count, 0);
  // A filter can hide ignored tests from the report.
  const skipped = Math.max(0, counts.skipped - sum(places.filter(({ isIgnored }) => isIgnored)));
  print(`${counts.passed} passed, ${counts.failed} failed, ${skipped} skipped`);
  if (scope === "part") print(`${sum(places)} tests of \`deno task ok\` were left out`);
}

function print(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}

/** Prints why the test runner ends before it can count tests, and returns the given exit status. */
function ended(why: string, status: number): number {
  print(why);
  return status;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
