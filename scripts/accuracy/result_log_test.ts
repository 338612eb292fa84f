import assert from "node:assert/strict";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { UsageError } from "../optimize/arguments.ts";
import { z } from "zod";
import { readLog, ResultLog } from "./result_log.ts";

const LINE = z.strictObject({ seed: z.number(), method: z.string() });
type Line = z.infer<typeof LINE>;

function opened(path: string, about: Readonly<Record<string, number>> = {}): Promise<ResultLog<Line>> {
  const sources = ["scripts/accuracy/result_log.ts"];
  return ResultLog.open(path, { sources, about, schema: LINE, keyOf: ({ seed }) => seed });
}

function lineOf(seed: number): Line {
  return { seed, method: "min_mad" };
}

Deno.test("a result log that is opened again has the lines that were added to it", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/deeper/log.jsonl`;
  const log = await opened(path);
  for (const seed of [3, 1, 9]) log.add(lineOf(seed));
  const again = await opened(path);
  assert.deepEqual([1, 2, 3].map((seed) => again.has(seed)), [true, false, true]);
  assert.deepEqual(again.lines.map(({ seed }) => seed), [3, 1, 9]);
});

Deno.test("a result log drops an incomplete last line and continues after the line before it", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/log.jsonl`;
  const log = await opened(path);
  for (const seed of [1, 2]) log.add(lineOf(seed));
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, text.slice(0, -20));
  const again = await opened(path);
  assert.deepEqual([again.has(1), again.has(2)], [true, false]);
  again.add(lineOf(2));
  assert.equal(await Deno.readTextFile(path), text);
});

Deno.test("a result log of other source code or of other settings is refused", async () => {
  await using folder = await temporaryFolder({ "others.jsonl": '{"sources":"others","commit":null,"about":{}}\n' });
  await assert.rejects(opened(`${folder.path}/others.jsonl`), UsageError);
  await opened(`${folder.path}/log.jsonl`, { seed: 1 });
  await assert.rejects(opened(`${folder.path}/log.jsonl`, { seed: 2 }), UsageError);
});

Deno.test("a result log states the digest of its source code and its settings, and gives its lines", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/log.jsonl`;
  (await opened(path, { seed: 1 })).add(lineOf(3));
  const read = await readLog(path, LINE);
  assert.deepEqual([read?.header.about, read?.lines], [{ seed: 1 }, [lineOf(3)]]);
  assert.match(read?.header.sources ?? "", /^[0-9a-f]{64}$/);
  assert.equal(await readLog(`${folder.path}/none.jsonl`, LINE), null);
});
