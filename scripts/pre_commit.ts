/**
 * Checks the files of the next commit in less than 20 seconds: format, lint, types, circles of imports, generated files
 * and documents. Takes the staged files, or every changed file where none is staged, as they are on the disk. Prints
 * one line for each check that failed, after the check's own output. Exit status 0: no check failed, 1: a check failed,
 * 2: git cannot list the files, 130: a signal ended the checks.
 */
import configuration from "../deno.json" with { type: "json" };
import { FOLDERS_WITHOUT_CIRCLES } from "./lint_circles.ts";
import { complain, print } from "./print.ts";
import { endProcesses } from "./run_tests/end_processes.ts";

/**
 * Milliseconds from the start of this script after which a check of the next commit is stopped and reported as
 * unfinished. `deno task ok` and CI run it to its end.
 */
const DEADLINE_MS = 18_000;

const EXIT = { passed: 0, failed: 1, unusable: 2, interrupted: 130 } as const;

/** A check of the next commit: a command of Deno that ends with status 0 where the changed files pass. */
export interface Check {
  readonly name: string;
  /** Arguments with which the check calls `deno`. */
  readonly args: readonly string[];
  /** Command that repairs the fault that the check found, or shows it again. */
  readonly advice: string;
}

/** Outcome of one check of the next commit. */
export interface Outcome {
  readonly check: Check;
  readonly state: "passed" | "failed" | "unfinished";
  readonly exitStatus: number;
  /** Everything that the check's command printed. */
  readonly output: string;
}

/** Files of the next commit, which the checks look at. */
export interface ChangedFiles {
  /** Paths of the files of the next commit from the root of the repository, without deleted files. */
  readonly paths: readonly string[];
  /** Whether the files of the next commit are the staged ones; false where nothing is staged. */
  readonly areStaged: boolean;
}

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => interruption.abort());
  let changed: ChangedFiles;
  try {
    changed = changedFilesOf(await gitStatus());
  } catch (error) {
    return complain(`Cannot check the commit: ${error instanceof Error ? error.message : error}`, EXIT.unusable);
  }
  const checks = checksOf(changed.paths);
  if (checks.length === 0) return print("pre-commit: no changed file has a check\n", EXIT.passed);
  const started = performance.now();
  const outcomes = await runChecks(checks, { deadlineMs: DEADLINE_MS - started, signal: interruption.signal });
  if (interruption.signal.aborted) return complain("Interrupted: the commit is not checked", EXIT.interrupted);
  const hasFailed = outcomes.some(({ state }) => state === "failed");
  report(outcomes);
  const files = `${changed.areStaged ? "staged" : "changed"} files: ${changed.paths.length}`;
  const names = outcomes.map(({ check }) => check.name).join(", ");
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const verdict = `${hasFailed ? "failed" : "no check failed"} in ${seconds} s`;
  return print(`pre-commit: ${verdict}; ${files}; checks: ${names}\n`, hasFailed ? EXIT.failed : EXIT.passed);
}

/** Prints the output of each failed check, then one line for each check that did not pass. */
function report(outcomes: readonly Outcome[]): void {
  for (const { state, output } of outcomes) {
    if (state === "failed") Deno.stderr.writeSync(new TextEncoder().encode(output));
  }
  for (const { check: { name, advice }, state, exitStatus } of outcomes) {
    if (state === "failed") complain(`failed: ${name} (exit status ${exitStatus}); run "${advice}"`, EXIT.failed);
    if (state === "unfinished") {
      complain(`unfinished: ${name} after ${DEADLINE_MS / 1_000} s; run "${advice}"`, EXIT.passed);
    }
  }
}

/**
 * Returns the status of every file in the format of `git status --porcelain=v1 -z`. Throws where git is missing or the
 * folder is in no repository.
 */
async function gitStatus(): Promise<string> {
  const git = new Deno.Command("git", { args: ["status", "--porcelain=v1", "-z", "--untracked-files=all"] });
  const { success, stdout, stderr } = await git.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim().split("\n")[0]);
  return new TextDecoder().decode(stdout);
}

/**
 * Returns the paths of the staged files from the output of `git status --porcelain=v1 -z`, or of all changed and
 * untracked files if none is staged. Deleted files are left out.
 */
export function changedFilesOf(status: string): ChangedFiles {
  const entries = status.split("\0");
  const staged: string[] = [], changed: string[] = [];
  let isFormerName = false;
  for (const entry of entries) {
    const [inIndex, onDisk] = entry, path = entry.slice(3);
    // The former name of a renamed or copied file is an entry without a status.
    const isSkipped = isFormerName || path === "" || inIndex === "D" || onDisk === "D";
    isFormerName = !isFormerName && (inIndex === "R" || inIndex === "C");
    if (isSkipped) continue;
    changed.push(path);
    if (inIndex !== " " && inIndex !== "?") staged.push(path);
  }
  return staged.length > 0 ? { paths: staged, areStaged: true } : { paths: changed, areStaged: false };
}

/** Returns the checks that concern at least one of the changed files. */
export function checksOf(paths: readonly string[]): readonly Check[] {
  const formatted = paths.filter((path) => /\.(tsx?|jsx?|mjs|json|css|html)$/.test(path));
  const code = paths.filter((path) => /\.tsx?$/.test(path) && !/^(wasm\/assembly|solver\/pkg)\//.test(path));
  const concern = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
  const check = (isNeeded: boolean, name: string, advice: string, args: readonly string[]): readonly Check[] =>
    isNeeded ? [{ name, advice, args }] : [];
  return [
    ...check(code.length > 0, "types", "deno task types", ["check", "--quiet", ...code]),
    ...check(formatted.length > 0, "format", "deno fmt", ["fmt", "--check", "--permit-no-files", ...formatted]),
    ...check(code.length > 0, "lint", "deno lint", ["lint", "--permit-no-files", ...code]),
    ...check(paths.some(mayFormCircle), "circles of imports", "deno task lint", [
      "run",
      ...["--allow-read", "--allow-write", "--allow-run", "--allow-env"],
      "scripts/lint_circles.ts",
    ]),
    ...check(
      concern(/^wasm\/assembly\//),
      "format of the core",
      "deno task wasm format",
      argumentsOfTask("wasm", "check"),
    ),
    ...check(concern(/^wasm\/assembly\//), "lint of the core", "deno task wasm lint", argumentsOfTask("wasm", "lint")),
    ...check(
      concern(/^(src|app|wasm|solver|clients|docs)\//),
      "generated files",
      "deno task current",
      argumentsOfTask("current"),
    ),
    ...check(concern(/\.md$/), "documents", "deno task test tests/end_to_end/documents_test.ts", [
      ...["test", "--no-check", "--quiet", "--allow-read"],
      "tests/end_to_end/documents_test.ts",
    ]),
  ];
}

/** Whether the search for circles of imports looks at a file. */
function mayFormCircle(path: string): boolean {
  return /(?<!_test)\.ts$/.test(path) && FOLDERS_WITHOUT_CIRCLES.some((folder) => path.startsWith(folder));
}

/**
 * Returns the arguments with which a task of `deno.json` calls `deno`, and the given ones after them. The check then
 * runs without `deno task` above it, which takes time to start.
 */
function argumentsOfTask(name: "current" | "wasm", ...further: readonly string[]): readonly string[] {
  const task: string | { readonly command: string } = configuration.tasks[name];
  const [, ...args] = (typeof task === "string" ? task : task.command).split(" ");
  return [...args, ...further];
}

/**
 * Runs all checks of the next commit at once, and stops those that take longer than the deadline. Returns their
 * outcomes.
 */
export async function runChecks(
  checks: readonly Check[],
  { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal?: AbortSignal },
): Promise<readonly Outcome[]> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const stop = AbortSignal.any([deadline.signal, ...signal === undefined ? [] : [signal]]);
  try {
    return await Promise.all(checks.map((check) => runCheck(check, stop)));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs one check of the next commit. Ends it together with the processes that it started, because these would hold its
 * output open.
 */
async function runCheck(check: Check, stop: AbortSignal): Promise<Outcome> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...check.args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const end = (): void => endProcesses(child.pid);
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  try {
    const { code: exitStatus, stdout, stderr } = await child.output();
    // A process between this script and the check can turn the signal that ended it into a status of its own.
    const state = exitStatus === 0 ? "passed" : stop.aborted ? "unfinished" : "failed";
    const decoder = new TextDecoder();
    return { check, state, exitStatus, output: decoder.decode(stdout) + decoder.decode(stderr) };
  } finally {
    stop.removeEventListener("abort", end);
  }
}
