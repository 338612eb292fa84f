import assert from "node:assert/strict";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { argumentsOfTask } from "../../tests/support/task_arguments.ts";

/**
 * Test helper. Runs the accuracy task in a child process with the permissions that the task has. Returns its exit code
 * and its output.
 */
async function run(...args: readonly string[]): Promise<{ code: number; out: string; error: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...argumentsOfTask("accuracy"), ...args],
  }).output();
  return { code, out: new TextDecoder().decode(stdout), error: new TextDecoder().decode(stderr) };
}

Deno.test("the accuracy task judges a random program for each seed, prints a table, writes notable cases and skips judged seeds", async () => {
  await using folder = await temporaryFolder();
  const out = `${folder.path}/one.jsonl`;
  // Seeds 5 to 8 give random programs that the optimiser solves and proves, and on which the HiGHS solver agrees.
  const first = await run("--programs", "4", "--seed", "5", "--out", out);
  assert.match(first.out, /^Seeds 5 to 8, 0 of them judged before/);
  assert.match(first.out, /^by method +programs +optimal/m);
  assert.match(first.out, /^met +0 false_optimal$/m);
  assert.equal(first.code, 0, first.out + first.error);
  const largest = JSON.parse(await Deno.readTextFile(`${folder.path}/one_optimal_largest_gap.json`));
  assert.equal(largest.program.seed, largest.judgement.seed);
  assert.equal(largest.answer.weights.length, largest.program.returns[0].length);
  const again = await run("--programs", "4", "--seed", "5", "--out", out);
  assert.match(again.out, /^Seeds 5 to 8, 4 of them judged before/);
});

Deno.test("the accuracy task refuses an unreadable option value with a sentence", async () => {
  const { code, error } = await run("--programs", "many");
  assert.equal(code, 2);
  assert.match(error, /^Cannot read --programs "many"/);
});

Deno.test("the accuracy task times methods on hostile data, resumes where its log ends, and writes a document from the log", async () => {
  await using folder = await temporaryFolder();
  const log = `${folder.path}/hostile.jsonl`, only = ["hostile", "--only", "equal_weight", "--out", log];
  const first = await run(...only);
  assert.match(first.out, /^outlier: equal_weight computed, gap -, [\d.]+ s$/m);
  assert.match(first.out, /^all negative +1 +1 +0 +0 +1 /m);
  assert.equal(first.code, 0, first.out + first.error);
  const lines = (await Deno.readTextFile(log)).trimEnd().split("\n");
  assert.equal(lines.length, 11);
  await Deno.writeTextFile(log, lines.slice(0, 10).join("\n") + "\n");
  const again = await run(...only);
  assert.deepEqual(again.out.match(/^.*: equal_weight/gm), ["integers: equal_weight"]);
  const document = `${folder.path}/accuracy.md`, none = `${folder.path}/none.jsonl`;
  const others = ["--programs", none, "--panel", none, "--cesarone", none];
  const written = await run("write", "--hostile", log, ...others, "--out", document);
  assert.equal(written.code, 0, written.error);
  assert.match(await Deno.readTextFile(document), /10 of 10 are or do\./);
});

Deno.test("the accuracy task times methods on given prices, and is refused without a price file", async () => {
  await using folder = await temporaryFolder({ "prices.csv": prices() });
  const log = `${folder.path}/panel.jsonl`, named = ["panel", "--prices", `${folder.path}/prices.csv`, "--out", log];
  const { out, code, error } = await run(...named, "--only", "max_return");
  assert.match(out, /^long only: max_return optimal, gap \S+, [\d.]+ s$/m);
  assert.match(out, /^11 groups: max_return optimal/m);
  assert.equal(code, 0, out + error);
  const refused = await run("panel");
  assert.deepEqual([refused.code, refused.error], [2, "Cannot find --prices: name a file of daily prices\n"]);
});

/** Test helper. Returns a CSV file of daily prices of 22 assets over 12 days. */
function prices(): string {
  const assets = Array.from({ length: 22 }, (_, j) => j);
  const days = Array.from({ length: 12 }, (_, t) => t);
  const rows = days.map((t) => [`2024-01-${t + 10}`, ...assets.map((j) => 100 + j + (t * (7 + j)) % 11)].join(","));
  return ["date," + assets.map((j) => `P${j}`).join(","), ...rows].join("\n") + "\n";
}
