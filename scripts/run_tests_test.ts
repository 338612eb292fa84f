import assert from "node:assert/strict";
import { DEADLINE_MS, until } from "../tests/support/until.ts";

const SCRIPT = decodeURIComponent(new URL("./run_tests.ts", import.meta.url).pathname);
const RUN = ["run", "--allow-read", "--allow-write", "--allow-run", "--allow-env", SCRIPT];

async function run(
  modules: Readonly<Record<string, string>>,
  args: readonly string[] = ["--no-check"],
): Promise<{ code: number; lastLine: string | undefined; stdout: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, source] of Object.entries(modules)) await Deno.writeTextFile(`${folder}/${name}`, source);
    const { code, stdout: bytes } = await new Deno.Command(Deno.execPath(), {
      args: [...RUN, ...args, folder],
      stdout: "piped",
      stderr: "null",
    }).output();
    const stdout = new TextDecoder().decode(bytes);
    return { code, lastLine: stdout.trimEnd().split("\n").at(-1), stdout };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function hasEnded(process: number): boolean {
  try {
    Deno.kill(process, "SIGCONT");
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

const PASSES = 'Deno.test("a", () => {}); Deno.test("b", () => {});';
const FAILS = 'Deno.test("c", () => { throw new Error("c"); });';
const SKIPPED = 'Deno.test.ignore("d", () => {});';

Deno.test("the last line counts what passed, failed and was skipped, and a failure is the exit status", async () => {
  const answer = await run({ "a_test.ts": PASSES, "c_test.ts": FAILS, "d_test.ts": SKIPPED });
  assert.partialDeepStrictEqual(answer, { code: 1, lastLine: "2 passed, 1 failed, 1 skipped" });
});

Deno.test("a run without a failure ends with status 0", async () => {
  const answer = await run({ "a_test.ts": PASSES, "d_test.ts": SKIPPED });
  assert.partialDeepStrictEqual(answer, { code: 0, lastLine: "2 passed, 0 failed, 1 skipped" });
});

Deno.test("a module that fails to load is a failure", async () => {
  const answer = await run({ "a_test.ts": PASSES, "e_test.ts": 'throw new Error("e");' });
  assert.equal(answer.code, 1);
  assert.match(answer.lastLine ?? "", / 1 failed, 0 skipped$/);
});

Deno.test("a type error is a failure", async () => {
  const answer = await run({ "f_test.ts": 'const f: number = "f"; Deno.test("f", () => { f; });' }, []);
  assert.partialDeepStrictEqual(answer, { code: 1, lastLine: "0 passed, 1 failed, 0 skipped" });
});

Deno.test("files of a folder that shares have one module graph, and each of their tests is run and counted once", async () => {
  const folder = await Deno.makeTempDir();
  const places = ["src/domain", "src/domain/deep", "src/jobs"];
  const counted = `globalThis.loaded = (globalThis.loaded ?? 0) + 1;
    Deno.test("loaded", () => console.log("loaded", globalThis.loaded));`;
  for (const place of places) {
    await Deno.mkdir(`${folder}/${place}`, { recursive: true });
    for (const name of ["a", "b"]) await Deno.writeTextFile(`${folder}/${place}/${name}_test.ts`, counted);
  }
  await Deno.writeTextFile(`${folder}/src/domain/c_test.ts`, FAILS + SKIPPED);
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN, "--no-check"],
    cwd: folder,
    stdout: "piped",
    stderr: "null",
  }).output();
  await Deno.remove(folder, { recursive: true });
  const output = new TextDecoder().decode(stdout);
  assert.equal(code, 1);
  assert.equal(output.trimEnd().split("\n").at(-1), "6 passed, 1 failed, 1 skipped");
  assert.deepEqual([...output.matchAll(/^loaded (\d)/gm)].map(([, count]) => count).sort(), [..."114444"]);
});

Deno.test("further arguments reach the test runner", async () => {
  const answer = await run({ "a_test.ts": PASSES }, ["--no-check", "--filter", "b"]);
  assert.match(answer.lastLine ?? "", /^1 passed, 0 failed/);
});

Deno.test("a run that is told to end ends its tests, and is a failure", async () => {
  const folder = await Deno.makeTempDir();
  const place = `${folder}/process`;
  const source = `Deno.test("h", async () => {
    Deno.writeTextFileSync(${JSON.stringify(place)}, String(Deno.pid));
    await new Promise((resolve) => setTimeout(resolve, 10 * ${DEADLINE_MS}));
  });`;
  await Deno.writeTextFile(`${folder}/h_test.ts`, source);
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN, "--no-check", folder],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  await until(async () => await sizeOf(place) > 0, "the test");
  child.kill("SIGTERM");
  const { code, stdout } = await child.output();
  assert.notEqual(code, 0);
  assert.match(new TextDecoder().decode(stdout), /, 1 failed, 0 skipped$/m);
  const process = Number(await Deno.readTextFile(place));
  await until(() => hasEnded(process), "the end of the tests");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("properties are tried at one seed, and with --random, alone, at one that is drawn and printed", async () => {
  const seeded = new URL("../tests/support/fast_check.ts", import.meta.url).href;
  const property =
    `import fc from "${seeded}";\nDeno.test("g", () => console.log("seed", fc.readConfigureGlobal().seed));`;
  const modules = { "a_test.ts": PASSES, "g_test.ts": property };
  const [fixed, random] = await Promise.all([run(modules), run(modules, ["--random", "--no-check"])]);
  const seedsIn = (stdout: string): readonly string[] => [...stdout.matchAll(/seed (\d+)/g)].map(([, seed]) => seed);
  assert.equal(fixed.lastLine, "3 passed, 0 failed, 0 skipped");
  assert.deepEqual(seedsIn(fixed.stdout), ["20260101"]);
  assert.equal(random.lastLine, "1 passed, 0 failed, 0 skipped");
  const [printed, used] = seedsIn(random.stdout);
  assert.equal(used, printed);
  assert.notEqual(used, "20260101");
});
