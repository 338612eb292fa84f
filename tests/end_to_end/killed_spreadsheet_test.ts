import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { keys } from "../../src/store/keys.ts";
import { openStore } from "../../src/store/open_store.ts";
import { freePort } from "../support/free_port.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** Milliseconds from a request for the file to the end of the service. The file takes about 300 ms. */
const KILLED_AFTER_MS = [20, 150];
const HOUR_MS = 3_600_000;

Deno.test(
  testInTurn(
    "a service that is killed while it makes a spreadsheet makes it with a later request, and leaves nothing else",
    async () => {
      await using folder = await temporaryFolder();
      const port = freePort(), dataDir = folder.path;
      const settings = { DATA_DIR: dataDir, HTTPS_PORT: String(port), WORKERS: "1", RATE_LIMITS: "off" };
      let process = startServiceProcess(settings);
      try {
        using person = await personOfProcess(process, { port: await process.httpsPort(), dataDir });
        const path = await spreadsheetOf(person, await succeeded(person));
        for (const afterMs of KILLED_AFTER_MS) {
          const cutOff = person.fetch(path).then((response) => response.bytes()).catch(() => null);
          await new Promise((resolve) => setTimeout(resolve, afterMs));
          process.kill("SIGKILL");
          await process.ended();
          await cutOff;
          process = startServiceProcess(settings);
          await process.httpsPort();
        }
        const response = await person.fetch(path), bytes = await response.bytes();
        assert.equal(response.status, 200);
        assert.equal(new TextDecoder().decode(bytes.subarray(0, 2)), "PK");
        assert.deepEqual(await (await person.fetch(path)).bytes(), bytes);
      } finally {
        process.kill("SIGTERM");
        await process.ended();
      }
      await assertNothingLeft(`${dataDir}/kv.sqlite3`);
    },
  ),
);

async function succeeded(person: PersonOfProcess): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await person.fetch("/jobs", { method: "POST", headers, body: JSON.stringify(pricesBody(60, 500)) });
  const { run_id: run } = await response.json();
  assert.equal(response.status, 202);
  await until(async () => (await (await person.fetch(`/jobs/${run}`)).json()).status === "succeeded", "the run");
  return run;
}

async function spreadsheetOf(person: PersonOfProcess, run: string): Promise<string> {
  const { items } = await (await person.fetch(`/jobs/${run}/artifacts`)).json();
  const { url } = items.find(({ name }: { readonly name: string }) => name === "result.xlsx");
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Deletes leftovers by the sweep, as if two hours had passed, and asserts that no file without a run is left. */
async function assertNothingLeft(path: string): Promise<void> {
  const clock = { now: () => Date.now() + 2 * HOUR_MS };
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
  await store.maintenance.sweep();
  store.close();
  const kv = await Deno.openKv(path);
  const left = await Array.fromAsync(kv.list({ prefix: keys.unadoptedChunkSets }));
  kv.close();
  assert.deepEqual(left, []);
}
