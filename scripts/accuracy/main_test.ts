import assert from "node:assert/strict";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { argumentsOfTask } from "../../tests/support/task_arguments.ts";

/** The task as its users start it, with its permissions. */
async function run(...args: readonly string[]): Promise<{ code: number; out: string; error: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...argumentsOfTask("accuracy"), ...args],
  }).output();
  return { code, out: new TextDecoder().decode(stdout), error: new TextDecoder().decode(stderr) };
}

Deno.test("the task judges the programs of its seeds, prints their table and writes cases that stand for themselves", async () => {
  await using folder = await temporaryFolder();
  const out = `${folder.path}/one.jsonl`;
  // Programs that are solved, proven and agreed upon.
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

Deno.test("what the task cannot read is refused with a sentence", async () => {
  const { code, error } = await run("--programs", "many");
  assert.equal(code, 2);
  assert.match(error, /^Cannot read --programs "many"/);
});
