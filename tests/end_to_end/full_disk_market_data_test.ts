import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { liveProvider } from "../../src/market_data/providers/live.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";
import { noteAbsence } from "../support/absent_program.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { type SmallDisk, smallDisk } from "../support/small_disk.ts";
import { startSourceServer } from "../support/source_server.ts";
import { testInTurn } from "../support/tier.ts";

const probe = await smallDisk(1);
await probe?.[Symbol.asyncDispose]();
if (probe === null) noteAbsence("the right to mount a disk", "The tests of a full disk are skipped: no right to mount");

Deno.test(testInTurn({
  name: "on a full disk prices still come from the cache or their source, and are cached again once there is space",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(8) as SmallDisk;
    await using server = startSourceServer(sampleSources());
    const store = await openStore({
      path: `${disk.folder}/kv.sqlite3`,
      planLimits: PLAN_LIMITS,
      clock: systemClock,
      random: systemRandom,
    });
    const now = (): string => "2025-06-02T12:00:00.000Z";
    const context = { signal: new AbortController().signal, now };
    const rowsOf = async (name: string): Promise<number | undefined> => {
      const cache = store.marketDataCache;
      const provider = liveProvider({ sources: [...SOURCES], urls: server.urls, cache, maxAgeHours: 24, now });
      return (await provider.prices?.(assetId(name), { start: null, end: "2024-12-30" }, context))?.dates.length;
    };
    try {
      const kept = await rowsOf("NSE:EXLOTUS");
      await disk.fill();
      const asked = server.asked.length;
      assert.equal(await rowsOf("NSE:EXLOTUS"), kept);
      assert.equal(server.asked.length, asked);
      // The write-ahead log has some space left on a full disk, so enough assets are requested that some writes fail.
      for (const name of ["EXBANYAN", "EXNEEM", "EXPEEPAL", "EXJASMINE", "EXTULSI", "EXMAHUA", "EXASHOKA", "EXMANGO"]) {
        for (let time = 0; time < 3; time++) assert.ok((await rowsOf(`NSE:${name}`) ?? 0) > 1_000, name);
      }
      const heads = await store.marketDataCache.series.heads();
      assert.ok(heads.size < 9, "the disk was not full: the test shows nothing");
      await disk.clear();
      await rowsOf("NSE:EXMANGO");
      assert.ok((await store.marketDataCache.series.heads()).has("NSE:EXMANGO"));
    } finally {
      store.close();
    }
  },
}));
