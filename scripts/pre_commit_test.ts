import assert from "node:assert/strict";
import { hasEnded } from "../tests/support/has_ended.ts";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";
import { testInTurn } from "../tests/support/tier.ts";
import { until } from "../tests/support/until.ts";
import { FOLDERS_WITHOUT_CIRCLES } from "./lint_circles.ts";
import { changedFilesOf, checksOf, runChecks } from "./pre_commit.ts";

const SCRIPT = decodeURIComponent(new URL("./pre_commit.ts", import.meta.url).pathname);
const HOOKS = decodeURIComponent(new URL("./hooks", import.meta.url).pathname);
const CONFIGURATION = JSON.stringify({
  tasks: { "pre-commit": `deno run --allow-read --allow-run --allow-env "${SCRIPT}"`, "current": "echo current" },
});

Deno.test("the pre-commit checks take the staged files, without deleted files and former names", () => {
  const status = ["M  src/a.ts", "R  src/new name.ts", "src/old.ts", "D  src/b.ts", " M src/c.ts", "?? d.md", ""];
  assert.deepEqual(changedFilesOf(status.join("\0")), { paths: ["src/a.ts", "src/new name.ts"], areStaged: true });
});

Deno.test("the pre-commit checks take every changed and new file where none is staged", () => {
  const status = [" M src/c.ts", " D src/e.ts", "?? docs/d.md", ""];
  assert.deepEqual(changedFilesOf(status.join("\0")), { paths: ["src/c.ts", "docs/d.md"], areStaged: false });
  assert.deepEqual(changedFilesOf("").paths, []);
});

Deno.test("the pre-commit checks of a file are those of its kind, and some kinds have none", () => {
  const namesFor = (...paths: readonly string[]): readonly string[] => checksOf(paths).map(({ name }) => name);
  assert.deepEqual(namesFor("src/domain/errors.ts"), [
    "types",
    "format",
    "lint",
    "circles of imports",
    "generated files",
  ]);
  assert.deepEqual(namesFor("tools/row.ts"), ["types", "format", "lint"]);
  assert.deepEqual(namesFor("README.md"), ["documents"]);
  assert.deepEqual(namesFor("wasm/assembly/index.ts"), [
    "format",
    "format of the core",
    "lint of the core",
    "generated files",
  ]);
  assert.deepEqual(namesFor(".gitignore", "LICENSE"), []);
});

Deno.test("the pre-commit checks look for circles of imports in every folder where deno task lint forbids them", () => {
  const looksAt = (path: string): boolean => checksOf([path]).some(({ name }) => name === "circles of imports");
  for (const folder of FOLDERS_WITHOUT_CIRCLES) assert.ok(looksAt(`${folder}part/a.ts`), folder);
  assert.ok(!looksAt("src/part/a_test.ts") && !looksAt("wasm/assembly/a.ts"));
});

Deno.test("no pre-commit check runs below deno task", () => {
  const checks = checksOf(["src/a.ts", "wasm/assembly/index.ts", "docs/a.md"]);
  assert.ok(checks.length > 6);
  for (const { name, args } of checks) assert.notEqual(args[0], "task", name);
});

Deno.test("a pre-commit check that outlasts the deadline is stopped and reported as unfinished", async () => {
  const endless = { name: "endless", advice: "deno", args: ["eval", "setInterval(() => undefined, 1_000)"] };
  const [outcome] = await runChecks([endless], { deadlineMs: 100 });
  assert.equal(outcome.state, "unfinished");
});

Deno.test("a pre-commit check that outlasts the deadline below deno task is unfinished too, and none of its processes stays", async () => {
  const endless = "await Deno.writeTextFile('pid', String(Deno.pid)); setInterval(() => undefined, 1_000)";
  await using folder = await temporaryFolder({
    "deno.json": JSON.stringify({ tasks: { endless: "deno run --allow-write=pid endless.ts" } }),
    "endless.ts": endless,
  });
  const pid = async (): Promise<number> => Number(await Deno.readTextFile(`${folder.path}/pid`).catch(() => "0"));
  const stop = new AbortController();
  const check = { name: "endless", advice: "deno", args: ["task", "--cwd", folder.path, "endless"] };
  const running = runChecks([check], { deadlineMs: 60_000, signal: stop.signal });
  await until(async () => await pid() !== 0, "the start of the check");
  stop.abort();
  const [outcome] = await running;
  assert.equal(outcome.state, "unfinished");
  const process = await pid();
  await until(() => hasEnded(process), `the end of ${process}`);
});

Deno.test("a pre-commit check passes by exit status 0 and fails by any other", async () => {
  const checks = ["Deno.exit(0)", "Deno.exit(3)"].map((code) => ({ name: code, advice: "deno", args: ["eval", code] }));
  const outcomes = await runChecks(checks, { deadlineMs: 60_000 });
  assert.deepEqual(outcomes.map(({ state, exitStatus }) => [state, exitStatus]), [["passed", 0], ["failed", 3]]);
});

Deno.test(testInTurn({
  name: "the pre-commit hook refuses a commit with a line for each failed check, and accepts it once all are repaired",
  ignore: !await hasGit(),
  async fn() {
    await using folder = await temporaryFolder({ "deno.json": CONFIGURATION, "src/.keep": "" });
    await Deno.mkdir(`${folder.path}/bin`);
    await Deno.symlink(Deno.execPath(), `${folder.path}/bin/deno`);
    const git = (...args: readonly string[]): Promise<GitOutcome> => runGit(folder.path, args);
    await git("init", "--quiet");
    await git("config", "core.hooksPath", HOOKS);
    await folder.write("tools/a.ts", "export const  a: number = 1 as any as string\n");
    await git("add", "tools/a.ts");

    const refused = await git("commit", "--message", "Add a");
    assert.notEqual(refused.code, 0);
    for (const line of ["types .exit status 1.; run .*types", "format .*deno fmt", "lint .*deno lint"]) {
      assert.match(refused.output, new RegExp(`^failed: ${line}`, "m"));
    }
    assert.match(refused.output, /^pre-commit: failed in [\d.]+ s; staged files: 1; checks: types, format, lint$/m);

    await folder.write("tools/a.ts", "export const a = 1;\n");
    await git("add", "tools/a.ts");
    const { code, output } = await git("commit", "--message", "Add a");
    assert.equal(code, 0, output);
    assert.match(output, /^pre-commit: no check failed in [\d.]+ s; staged files: 1;/m);
  },
}));

Deno.test({
  name: "the pre-commit script outside a git repository prints one line and exits with 2",
  ignore: !await hasGit(),
  async fn() {
    await using folder = await temporaryFolder({ "deno.json": CONFIGURATION });
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-read", "--allow-run", "--allow-env", SCRIPT],
      cwd: folder.path,
      ...ownEnvironment(folder.path),
    }).output();
    assert.equal(code, 2);
    assert.match(new TextDecoder().decode(stderr), /^Cannot check the commit: .*git repository.*\n$/);
    assert.equal(stdout.length, 0);
  },
});

Deno.test("the pre-commit hook calls the version of Deno that CI runs", async () => {
  const [hook, ci] = await Promise.all(
    ["hooks/pre-commit", "../.ci/run"].map((path) => Deno.readTextFile(new URL(path, import.meta.url))),
  );
  const versionIn = (text: string): string | undefined => /deno@([\d.]+)/.exec(text)?.[1];
  assert.equal(versionIn(hook), versionIn(ci));
});

interface GitOutcome {
  readonly code: number;
  readonly output: string;
}

async function runGit(folder: string, args: readonly string[]): Promise<GitOutcome> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const { code, stdout, stderr } = await new Deno.Command("git", {
    args: [...identity, ...args],
    cwd: folder,
    ...ownEnvironment(folder),
  }).output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/**
 * Test helper. Returns a process environment without the variables that a git hook sets, which would point git to this
 * repository instead of the test's own.
 */
function ownEnvironment(folder: string): Pick<Deno.CommandOptions, "clearEnv" | "env"> {
  const inherited = ["HOME", "DENO_DIR"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const path = `${folder}/bin:${Deno.env.get("PATH") ?? ""}`;
  return {
    clearEnv: true,
    env: { ...Object.fromEntries(inherited), PATH: path, NO_COLOR: "1", GIT_CEILING_DIRECTORIES: "/" },
  };
}

async function hasGit(): Promise<boolean> {
  try {
    await new Deno.Command("git", { args: ["--version"], stdout: "null" }).output();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    // deno-lint-ignore no-console
    console.log("git is not installed: the hook before a commit is not tried");
    return false;
  }
}
