import assert from "node:assert/strict";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { UsageError } from "../optimize/arguments.ts";
import type { Judgement } from "./judgement.ts";
import { JudgementLog } from "./judgement_log.ts";

function judgementOf(seed: number): Judgement {
  return {
    seed,
    method: "min_mad",
    families: ["budget"],
    kinds: [],
    isEven: true,
    status: "optimal",
    standing: "agrees",
    fault: null,
    gap: 0,
    ours: 1,
    best: 1,
    source: "HiGHS",
    rivalStatus: "optimal",
    elapsedMs: 1,
    rivalMs: 1,
  };
}

Deno.test("a log knows what was added to it when it is opened again, and gives the seeds asked for in their order", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/deeper/log.jsonl`;
  const log = await JudgementLog.open(path);
  for (const seed of [3, 1, 9]) log.add(judgementOf(seed));
  const again = await JudgementLog.open(path);
  assert.deepEqual([1, 2, 3].map((seed) => again.has(seed)), [true, false, true]);
  assert.deepEqual(again.within(1, 5).map(({ seed }) => seed), [1, 3]);
});

Deno.test("a line that was not written to its end is left out, and the log goes on behind the one before", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/log.jsonl`;
  const log = await JudgementLog.open(path);
  for (const seed of [1, 2]) log.add(judgementOf(seed));
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text.slice(0, -20));
  const again = await JudgementLog.open(path);
  assert.deepEqual([again.has(1), again.has(2)], [true, false]);
  again.add(judgementOf(2));
  assert.equal(await Deno.readTextFile(path), text);
});

Deno.test("a log of other sources is not gone on with", async () => {
  await using folder = await temporaryFolder({ "log.jsonl": '{"sources":"others"}\n' });
  await assert.rejects(JudgementLog.open(`${folder.path}/log.jsonl`), UsageError);
});
