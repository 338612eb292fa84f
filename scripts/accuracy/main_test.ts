import assert from "node:assert/strict";
import { inProcess } from "../../tests/support/command_in_process.ts";
import type { Outcome } from "../../tests/support/optimize_process.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { argumentsOfTask } from "../../tests/support/task_arguments.ts";
import { IS_FULL_RUN, problemCount, testInTurn } from "../../tests/support/tier.ts";
import { main } from "./main.ts";

/**
 * Test helper. Runs the accuracy task in a child process with the permissions that the task has. Returns its exit code
 * and its output.
 */
async function runTask(...args: readonly string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...argumentsOfTask("accuracy"), ...args],
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/**
 * Test helper. Runs the accuracy task by `runTask` in the full run of the tests, in this process in their part. Returns
 * its exit code and its output.
 */
function run(...args: readonly string[]): Promise<Outcome> {
  return IS_FULL_RUN ? runTask(...args) : inProcess(() => main(args));
}

Deno.test(
  testInTurn(
    "the accuracy task judges a random program for each seed, prints a table, writes notable cases and skips judged seeds",
    async () => {
      await using folder = await temporaryFolder();
      const out = `${folder.path}/one.jsonl`;
      const count = problemCount(4, 1), programs = ["--programs", String(count), "--seed", "5", "--out", out];
      // Seeds 5 to 8 give random programs that the optimiser solves and proves, and on which the HiGHS solver agrees.
      const first = await runTask(...programs);
      assert.match(first.stdout, new RegExp(`^Seeds 5 to ${4 + count}, 0 of them judged before`));
      assert.match(first.stdout, /^by method +programs +optimal/m);
      assert.match(first.stdout, /^met +0 false_optimal$/m);
      assert.equal(first.code, 0, first.stdout + first.stderr);
      const largest = JSON.parse(await Deno.readTextFile(`${folder.path}/one_optimal_largest_gap.json`));
      assert.equal(largest.program.seed, largest.judgement.seed);
      assert.equal(largest.answer.weights.length, largest.program.returns[0].length);
      const again = await run(...programs);
      assert.match(again.stdout, new RegExp(`^Seeds 5 to ${4 + count}, ${count} of them judged before`));
    },
  ),
);

Deno.test("the accuracy task refuses an unreadable option value with a sentence", async () => {
  const { code, stderr } = await run("--programs", "many");
  assert.equal(code, 2);
  assert.match(stderr, /^Cannot read --programs "many"/);
});

Deno.test(
  testInTurn(
    "the accuracy task times methods on hostile data, resumes where its log ends, and writes a document from the log",
    async () => {
      await using folder = await temporaryFolder();
      const log = `${folder.path}/hostile.jsonl`, only = ["hostile", "--only", "equal_weight", "--out", log];
      const first = await run(...only);
      assert.match(first.stdout, /^outlier: equal_weight computed, gap -, [\d.]+ s$/m);
      assert.match(first.stdout, /^all negative +1 +1 +0 +0 +1 /m);
      assert.equal(first.code, 0, first.stdout + first.stderr);
      const lines = (await Deno.readTextFile(log)).trimEnd().split("\n");
      assert.equal(lines.length, 11);
      await Deno.writeTextFile(log, lines.slice(0, 10).join("\n") + "\n");
      const again = await run(...only);
      assert.deepEqual(again.stdout.match(/^.*: equal_weight/gm), ["integers: equal_weight"]);
      const document = `${folder.path}/accuracy.md`, none = `${folder.path}/none.jsonl`;
      const others = ["--programs", none, "--panel", none, "--cesarone", none];
      const written = await run("write", "--hostile", log, ...others, "--out", document);
      assert.equal(written.code, 0, written.stderr);
      assert.match(await Deno.readTextFile(document), /10 of 10 are or do\./);
    },
  ),
);

Deno.test(
  testInTurn("the accuracy task times methods on given prices, and is refused without a price file", async () => {
    await using folder = await temporaryFolder({ "prices.csv": prices() });
    const log = `${folder.path}/panel.jsonl`, named = ["panel", "--prices", `${folder.path}/prices.csv`, "--out", log];
    const { stdout, code, stderr } = await run(...named, "--only", "max_return");
    assert.match(stdout, /^long only: max_return optimal, gap \S+, [\d.]+ s$/m);
    assert.match(stdout, /^11 groups: max_return optimal/m);
    assert.equal(code, 0, stdout + stderr);
    const refused = await run("panel");
    assert.deepEqual([refused.code, refused.stderr], [2, "Cannot find --prices: name a file of daily prices\n"]);
  }),
);

/** Test helper. Returns a CSV file of daily prices of 22 assets over 12 days. */
function prices(): string {
  const assets = Array.from({ length: 22 }, (_, j) => j);
  const days = Array.from({ length: 12 }, (_, t) => t);
  const rows = days.map((t) => [`2024-01-${t + 10}`, ...assets.map((j) => 100 + j + (t * (7 + j)) % 11)].join(","));
  return ["date," + assets.map((j) => `P${j}`).join(","), ...rows].join("\n") + "\n";
}
