/**
 * Tests how long the first answer of an instance of the hosted platform takes, from the start of its process on, and
 * how much memory the instance holds afterwards. Prints both. Run by `deno task test:platform`.
 */
import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { hostedRuntime } from "./hosted_runtime.ts";
import { TestPlatform } from "./test_platform.ts";

const STARTS = 9;
/** Most milliseconds until the first answer, as the median of the starts. */
const MOST_MS = 500;
/** Most resident memory of an instance at rest, in MiB. */
const MOST_MIB = 180;
/** Milliseconds after the first answer at which the memory is noted. */
const REST_MS = 2_000;

const runtime = await hostedRuntime();

Deno.test({
  name: `an instance of the hosted platform answers within ${MOST_MS} ms, and holds ${MOST_MIB} MiB at rest`,
  ignore: "absent" in runtime,
  async fn() {
    assert.ok("path" in runtime);
    await using folder = await temporaryFolder();
    await using platform = await TestPlatform.start({
      runtime: runtime.path,
      database: `${folder.path}/kv.sqlite3`,
      settings: { MAIL_URL: "none:", PUBLIC_URL: "https://localhost" },
      idleMs: 60_000,
      minuteMs: null,
      watchesMemory: true,
    });
    const startsMs: number[] = [];
    for (let start = 0; start <= STARTS; start++) {
      const from = performance.now();
      const response = await platform.fetch("/health");
      // The first start fills the caches of the machine.
      if (start > 0) startsMs.push(performance.now() - from);
      assert.deepEqual([response.status, await response.json()], [200, { status: "ok" }]);
      if (start < STARTS) await platform.endInstances("SIGINT");
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const restMib = Math.round((platform.memoryLooks.at(-1)?.residentBytes ?? Infinity) / 1024 ** 2);
    const sortedMs = startsMs.toSorted((one, other) => one - other).map(Math.round);
    const medianMs = sortedMs[(STARTS - 1) / 2] ?? Infinity;
    // deno-lint-ignore no-console
    console.log(JSON.stringify({ median_ms: medianMs, starts_ms: sortedMs, rest_mib: restMib }));
    assert.ok(medianMs <= MOST_MS, `${medianMs} ms`);
    assert.ok(restMib <= MOST_MIB, `${restMib} MiB`);
  },
});
