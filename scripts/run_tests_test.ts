import assert from "node:assert/strict";
import { hasEnded } from "../tests/support/has_ended.ts";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";
import { fullTest, partOf, testedCases, testInTurn } from "../tests/support/tier.ts";
import { DEADLINE_MS, until } from "../tests/support/until.ts";

const SCRIPT = decodeURIComponent(new URL("./run_tests.ts", import.meta.url).pathname);
const TIER = new URL("../tests/support/tier.ts", import.meta.url).href;
const ABSENCE = new URL("../tests/support/absent_program.ts", import.meta.url).href;
/** Names the project's configuration to Deno, so that test files in a temporary folder find its packages. */
const CONFIGURATION = decodeURIComponent(new URL("../deno.json", import.meta.url).pathname);
const RUN = ["run", "--allow-read", "--allow-write", "--allow-run", "--allow-env", SCRIPT];

interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
  readonly stdout: string;
}

/**
 * Test helper. Runs the test runner on test files in a temporary folder. Where `args` names no file, the runner takes
 * the folder for a whole project.
 */
async function run(
  modules: Readonly<Record<string, string>>,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  await using folder = await temporaryFolder(modules);
  const { code, stdout: bytes } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...args],
    cwd: folder.path,
    // Removes the seed of this test run from the environment, because the tests of the runner set seeds of their own.
    env: { TEST_SEED: "", ...env },
    stdout: "piped",
    stderr: "null",
  }).output();
  const stdout = new TextDecoder().decode(bytes);
  return { code, lines: stdout.trimEnd().split("\n"), stdout };
}

const ALL = { args: ["--all"] };

const PASSES = 'Deno.test("a", () => {}); Deno.test("b", () => {});';
const FAILS = 'Deno.test("c", () => { throw new Error("c"); });';
const SKIPPED = 'Deno.test.ignore("d", () => {});';

Deno.test(
  fullTest("the last line of a test run counts passed, failed and skipped tests, and a failure gives exit status 1", {
    heldBy: "test files of a grouped folder share one module graph, and each of their tests runs and counts once",
  }, async () => {
    const modules = { "tests/a_test.ts": PASSES, "tests/c_test.ts": FAILS, "tests/d_test.ts": SKIPPED };
    const { code, lines } = await run(modules, ALL);
    assert.equal(lines.at(-1), "2 passed, 1 failed, 1 skipped");
    assert.equal(code, 1);
  }),
);

Deno.test(fullTest("a test run without a failure exits with 0", {
  heldBy: "without arguments the test runner runs a part chosen by a printed seed, and counts the tests left out",
}, async () => {
  const { code, lines } = await run({ "tests/a_test.ts": PASSES, "tests/d_test.ts": SKIPPED }, ALL);
  assert.deepEqual([lines.at(-1), code], ["2 passed, 0 failed, 1 skipped", 0]);
}));

Deno.test("a test file that fails to load is one failure that names it, and the other files of its group still run", async () => {
  const broken = 'throw new Error("e");';
  const modules = {
    "src/domain/a_test.ts": PASSES,
    "src/domain/b_test.ts": broken,
    "tests/e_test.ts": broken,
  };
  const { code, lines } = await run(modules);
  assert.equal(code, 1);
  assert.ok(lines.includes("Cannot load src/domain/b_test.ts: Error: e"), lines.join("\n"));
  assert.match(lines.at(-2) ?? "", /^2 passed, 2 failed, 0 skipped$/);
});

Deno.test("a test file that fails to load is a failure although --filter hides the test that stands for it", async () => {
  const modules = { "src/a_test.ts": PASSES, "src/b_test.ts": 'throw new Error("e");' };
  const [some, none] = await Promise.all(["a", "z"].map((text) => run(modules, { args: ["--all", "--filter", text] })));
  const said = "Cannot load src/b_test.ts: Error: e";
  assert.deepEqual([some.lines.slice(-2), some.code], [[said, "1 passed, 1 failed, 0 skipped"], 1]);
  assert.deepEqual([none.lines.slice(-2), none.code], [[said, "0 passed, 1 failed, 0 skipped"], 1]);
});

Deno.test(testInTurn("the test runner checks types with --check, and then a type error is a failure", async () => {
  const modules = { "f_test.ts": 'const f: number = "f"; Deno.test("f", () => { f; });' };
  const [checked, unchecked] = await Promise.all([
    run(modules, { args: ["--check", "f_test.ts"] }),
    run(modules, { args: ["f_test.ts"] }),
  ]);
  assert.deepEqual([checked.lines.at(-1), checked.code], ["0 passed, 1 failed, 0 skipped", 1]);
  assert.deepEqual([unchecked.lines.at(-1), unchecked.code], ["1 passed, 0 failed, 0 skipped", 0]);
}));

Deno.test("test files of a grouped folder share one module graph, and each of their tests runs and counts once", async () => {
  const counted = `globalThis.loaded = (globalThis.loaded ?? 0) + 1;
    Deno.test("loaded", () => console.log("loaded", globalThis.loaded));`;
  const files = ["src/domain", "src/domain/deep", "tests/other"].flatMap((place) => [
    `${place}/a_test.ts`,
    `${place}/b_test.ts`,
  ]);
  const modules = Object.fromEntries(files.map((file) => [file, counted]));
  const { code, lines, stdout } = await run({ ...modules, "src/domain/c_test.ts": FAILS + SKIPPED }, ALL);
  assert.equal(code, 1);
  assert.equal(lines.at(-1), "6 passed, 1 failed, 1 skipped");
  assert.deepEqual([...stdout.matchAll(/^loaded (\d)/gm)].map(([, count]) => count).sort(), [..."114444"]);
});

const TIERED = `import { fullTest, IS_FULL_RUN, partOf, problemSeeds, testedCases } from "${TIER}";
  Deno.test("small", () => console.log("seeds", problemSeeds(20).length, "part", partOf("abcdefgh").length, IS_FULL_RUN));
  Deno.test(fullTest("large", { heldBy: "small" }, () => {}));
  for (const one of testedCases([1, 2, 3, 4, 5, 6, 7, 8])) Deno.test("case " + one, () => {});`;

Deno.test("without arguments the test runner runs a part chosen by a printed seed, and counts the tests left out", async () => {
  const { code, lines, stdout } = await run({ "tests/g_test.ts": TIERED });
  assert.equal(code, 0);
  assert.match(lines[0], /^A part of the tests, chosen by seed (\d+): .*TEST_SEED=\1 /);
  assert.match(stdout, /^seeds 2 part 2 false$/m);
  assert.deepEqual(lines.slice(-2), ["3 passed, 0 failed, 0 skipped", "7 tests of `deno task ok` were left out"]);
});

Deno.test("the same seed chooses the same part of the tests, and four consecutive seeds choose every case once", async () => {
  const cases = async (seed: number): Promise<readonly string[]> => {
    const { stdout } = await run({ "tests/g_test.ts": TIERED }, { env: { TEST_SEED: String(seed) } });
    return [...stdout.matchAll(/case (\d)/g)].map(([, one]) => one);
  };
  const [one, again, ...others] = await Promise.all([4, 4, 5, 6, 7].map(cases));
  assert.deepEqual(again, one);
  assert.deepEqual([one, ...others].flat().sort(), [..."12345678"]);
});

const IN_TURN = `import { testInTurn } from "${TIER}";
  for (const name of ["a", "b", "c", "d"]) Deno.test(testInTurn(name, () => console.log("ran " + name)));
  Deno.test(testInTurn({ name: "e", fn: () => console.log("ran e") }));
  Deno.test(testInTurn("f", { ignore: true }, () => {}));`;

Deno.test("of eight consecutive seeds one runs a test in turn, the others count it as left out, and a full run runs it", async () => {
  const seeds = [4, 5, 6, 7, 8, 9, 10, 11]
    .map((seed) => run({ "tests/h_test.ts": IN_TURN }, { env: { TEST_SEED: String(seed) } }));
  const parts = await Promise.all(seeds), all = await run({ "tests/h_test.ts": IN_TURN }, ALL);
  const ran = ({ stdout }: Ended): readonly string[] => [...stdout.matchAll(/^ran (\w)/gm)].map(([, name]) => name);
  assert.deepEqual(parts.flatMap(ran).sort(), [..."abcde"]);
  assert.deepEqual(ran(all), [..."abcde"]);
  assert.equal(all.lines.at(-1), "5 passed, 0 failed, 1 skipped");
  for (const part of parts) {
    const count = ran(part).length;
    assert.match(part.lines.at(-2) ?? "", new RegExp(`^${count} passed, 0 failed, [01] skipped$`));
    assert.match(part.lines.at(-1) ?? "", new RegExp(`^[${5 - count}${6 - count}] tests of `));
  }
});

Deno.test("a seed that is not a whole number below 2^31 is refused in one line, with exit status 1", async () => {
  const modules = { "tests/g_test.ts": TIERED };
  for (const seed of testedCases(["one", "2147483648", "-1", "1.5"])) {
    const { code, lines } = await run(modules, { env: { TEST_SEED: seed } });
    const said = `Cannot use TEST_SEED ${JSON.stringify(seed)}: give a whole number below 2147483648`;
    assert.deepEqual([code, lines], [1, [said]]);
  }
  const { code, lines } = await run(modules, { args: ["--random"], env: { PROPERTY_SEED: "2147483648" } });
  assert.deepEqual([code, lines.length], [1, 1]);
  assert.match(lines[0], /^Cannot use PROPERTY_SEED "2147483648": /);
});

Deno.test("a path that does not exist is reported in one line, with exit status 1", async () => {
  const { code, lines } = await run({ "tests/a_test.ts": PASSES }, { args: ["tests/a_test.ts", "tests/htp"] });
  assert.deepEqual([code, lines], [1, ['Cannot find "tests/htp"']]);
});

Deno.test("with --all, or for a named file, the test runner runs every test", async () => {
  const modules = { "tests/g_test.ts": TIERED };
  for (const args of partOf([["--all"], ["tests/g_test.ts"]])) {
    const { lines, stdout } = await run(modules, { args });
    assert.match(stdout, /^seeds 20 part 8 true$/m);
    assert.equal(lines.at(-1), "10 passed, 0 failed, 0 skipped");
  }
});

Deno.test("a folder that is named runs in the same groups as in a run of everything, and a named file by itself", async () => {
  const counted = `globalThis.loaded = (globalThis.loaded ?? 0) + 1;
    Deno.test("loaded", () => console.log("loaded", globalThis.loaded));`;
  const files = ["src/a/a_test.ts", "src/a/b_test.ts", "src/b/c_test.ts", "src/b/d_test.ts"];
  const modules = { ...Object.fromEntries(files.map((file) => [file, counted])), "src/c/e.ts": "" };
  const { lines, stdout } = await run(modules, { args: ["./src/a/", "src/b/c_test.ts"] });
  assert.equal(lines.at(-1), "3 passed, 0 failed, 0 skipped");
  assert.deepEqual([...stdout.matchAll(/^loaded (\d)/gm)].map(([, count]) => count).sort(), [..."122"]);
  assert.deepEqual((await run(modules, { args: ["src/c"] })).lines, ["No test in src/c"]);
});

Deno.test("--times prints the seconds of each test file, those of its fullTests included, the longest first", async () => {
  const slow = `import { fullTest } from "${TIER}";
    Deno.test(fullTest("slow", { heldBy: "other" }, () => new Promise((resolve) => setTimeout(resolve, 300))));`;
  const modules = { "src/domain/a_test.ts": PASSES, "src/domain/b_test.ts": slow };
  const { stdout } = await run(modules, { args: ["--all", "--times"] });
  assert.match(stdout, /^ +\d+\.\d s {2}src\/domain\/b_test\.ts\n +\d+\.\d s {2}src\/domain\/a_test\.ts\n.* 2 files$/m);
});

Deno.test("a missing program is reported in one line, and fails a full test run unless TESTS_WITHOUT names it", async () => {
  const lacking = `import { noteAbsentProgram } from "${ABSENCE}";
    noteAbsentProgram("HAProxy"); Deno.test.ignore("proxy", () => {});`;
  const modules = { "tests/i_test.ts": lacking, "tests/j_test.ts": lacking };
  const [part, full, without] = await Promise.all([
    run(modules),
    run(modules, ALL),
    run(modules, { ...ALL, env: { TESTS_WITHOUT: "HAProxy" } }),
  ]);
  const said = "Not there: HAProxy. The tests that need them were skipped";
  for (const { lines } of [part, full, without]) assert.equal(lines.filter((line) => line === said).length, 1);
  assert.deepEqual([part, full, without].map(({ code }) => code), [0, 1, 0]);
});

Deno.test("a temporary folder that cannot be written is reported in one line, with exit status 1", async () => {
  await using folder = await temporaryFolder({ "file": "" });
  for (const [place, reason] of [[`${folder.path}/none`, "No such file"], [`${folder.path}/file`, "Not a directory"]]) {
    const { code, lines } = await run({ "a_test.ts": PASSES }, { env: { TMPDIR: place }, args: ["a_test.ts"] });
    assert.deepEqual([code, lines.length], [1, 1]);
    assert.match(lines[0], new RegExp(`^Cannot write a folder for the report in ${place}: ${reason}[^:]*$`));
  }
});

Deno.test("further arguments of the test runner are passed on to deno test, and a filter's value is no path", async () => {
  const modules = { "a_test.ts": PASSES, "b/b_test.ts": PASSES };
  for (const filter of partOf([["--filter", "b"], ["--filter=b"]])) {
    const { lines } = await run(modules, { args: ["a_test.ts", ...filter] });
    assert.equal(lines.at(-1), "1 passed, 0 failed, 0 skipped");
  }
});

Deno.test("with --filter only ignored tests that match count as skipped, and a filter that matches none exits with 1", async () => {
  const modules = { "a_test.ts": PASSES + SKIPPED };
  const [skipped, none] = await Promise.all(
    ["/[bd]/", "z"].map((filter) => run(modules, { args: ["a_test.ts", "--times", "--filter", filter] })),
  );
  assert.deepEqual([skipped.lines.at(-1), skipped.code], ["1 passed, 0 failed, 1 skipped", 0]);
  assert.deepEqual([none.lines.at(-1), none.code], ['No test matches --filter "z"', 1]);
  assert.doesNotMatch(none.stdout, /\d passed, |1 files/);
});

Deno.test("the temporary files of tests lie in a folder that is removed at the end of the run", async () => {
  const leaves = 'Deno.test("e", () => console.log("left", Deno.makeTempDirSync(), Deno.makeTempFileSync()));';
  await using folder = await temporaryFolder();
  const { code, stdout } = await run({ "a_test.ts": leaves }, { env: { TMPDIR: folder.path }, args: ["a_test.ts"] });
  assert.equal(code, 0);
  assert.ok(stdout.includes(`left ${folder.path}/tests-`), stdout);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

for (const signal of testedCases(["SIGINT", "SIGTERM"] as const)) {
  Deno.test(
    testInTurn(
      `a test run that gets ${signal} says so in one line, fails and leaves no process and no file`,
      async () => {
        await using folder = await temporaryFolder();
        const place = `${folder.path}/processes`;
        await Deno.mkdir(`${folder.path}/tmp`);
        const source = `Deno.test("h", async () => {
      await Deno.makeTempDir();
      const child = new Deno.Command("sleep", { args: ["${DEADLINE_MS}"] }).spawn();
      await Deno.writeTextFile(${JSON.stringify(place)}, Deno.pid + " " + child.pid + " ");
      await child.status;
    });`;
        await Deno.writeTextFile(`${folder.path}/h_test.ts`, source);
        const child = new Deno.Command(Deno.execPath(), {
          args: [...RUN, "--times", `${folder.path}/h_test.ts`],
          env: { TMPDIR: `${folder.path}/tmp` },
          stdout: "piped",
          stderr: "null",
        }).spawn();
        const processes = async (): Promise<readonly number[]> => {
          try {
            return (await Deno.readTextFile(place)).trim().split(" ").map(Number);
          } catch (error) {
            if (error instanceof Deno.errors.NotFound) return [];
            throw error;
          }
        };
        await until(async () => (await processes()).length === 2, "the test");
        child.kill(signal);
        const { code, stdout } = await child.output();
        assert.equal(code, 130);
        const said = new TextDecoder().decode(stdout);
        assert.equal(said.trimEnd().split("\n").at(-1), `Ended by ${signal}: what ran was stopped`);
        assert.doesNotMatch(said, /\d passed, |1 files/);
        assert.deepEqual(await Array.fromAsync(Deno.readDir(`${folder.path}/tmp`)), []);
        for (const process of await processes()) await until(() => hasEnded(process), `the end of ${process}`);
      },
    ),
  );
}

Deno.test("property tests use a fixed seed, and --random runs them alone with a random seed that it prints", async () => {
  const seeded = new URL("../tests/support/fast_check.ts", import.meta.url).href;
  const property =
    `import fc from "${seeded}";\nDeno.test("g", () => console.log("seed", fc.readConfigureGlobal().seed));`;
  const modules = { "tests/a_test.ts": PASSES, "tests/g_test.ts": property };
  const [fixed, random] = await Promise.all(
    ["--all", "--random"].map((scope) => run(modules, { args: [scope, `--config=${CONFIGURATION}`] })),
  );
  const seedsIn = (stdout: string): readonly string[] => [...stdout.matchAll(/seed (\d+)/g)].map(([, seed]) => seed);
  assert.equal(fixed.lines.at(-1), "3 passed, 0 failed, 0 skipped");
  assert.deepEqual(seedsIn(fixed.stdout), ["20260101"]);
  assert.equal(random.lines.at(-1), "1 passed, 0 failed, 0 skipped");
  const [printed, used] = seedsIn(random.stdout);
  assert.equal(used, printed);
  assert.notEqual(used, "20260101");
});
