import assert from "node:assert/strict";

const SCRIPT = decodeURIComponent(new URL("./run_tests.ts", import.meta.url).pathname);

async function run(
  modules: Readonly<Record<string, string>>,
  args: readonly string[] = ["--no-check"],
): Promise<{ code: number; lastLine: string | undefined; stdout: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, source] of Object.entries(modules)) await Deno.writeTextFile(`${folder}/${name}`, source);
    const { code, stdout: bytes } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-read", "--allow-write", "--allow-run", "--allow-env", SCRIPT, ...args, folder],
      stdout: "piped",
      stderr: "null",
    }).output();
    const stdout = new TextDecoder().decode(bytes);
    return { code, lastLine: stdout.trimEnd().split("\n").at(-1), stdout };
  } finally {
    await Deno.remove(folder, { recursive: true });
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

Deno.test("further arguments reach the test runner", async () => {
  const answer = await run({ "a_test.ts": PASSES }, ["--no-check", "--filter", "b"]);
  assert.match(answer.lastLine ?? "", /^1 passed, 0 failed/);
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
