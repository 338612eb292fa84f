import assert from "node:assert/strict";
import { processesWith } from "../../../tests/support/processes_with.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { until } from "../../../tests/support/until.ts";
import { GivenUp, guardedRun } from "./guarded_run.ts";

const WAITS = "for await (const _ of Deno.stdin.readable);";

Deno.test("a guarded process is ended when the cancellation flag of its thread is set", async () => {
  await using folder = await temporaryFolder({ "waits.ts": WAITS });
  const kernels = new Int32Array(new SharedArrayBuffer(4));
  const args = ["run", "--quiet", `${folder.path}/waits.ts`];
  const order = { args, input: new Uint8Array(1), env: {}, mostBytes: 1, limitMs: 600_000 };
  const running = guardedRun.compute(order, { kernels });
  await until(async () => (await processesWith(folder.path)).length > 0, "the process");
  Atomics.store(kernels, 0, 1);
  await assert.rejects(running, GivenUp);
  assert.deepEqual(await processesWith(folder.path), []);
});
