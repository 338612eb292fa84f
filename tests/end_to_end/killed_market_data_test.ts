import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";
import { bytesOfRound } from "../support/market_data_writer.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";

const WRITER = new URL("../support/market_data_writer.ts", import.meta.url).href;
const KILLS = 5;

Deno.test(
  testInTurn(
    "a process killed while it writes lists and prices leaves a complete version of each in the cache",
    async () => {
      await using folder = await temporaryFolder();
      const path = `${folder.path}/kv.sqlite3`;
      for (let kill = 0; kill < KILLS; kill++) {
        const writer = new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--no-check", "--quiet", WRITER, path],
          stdout: "piped",
        }).spawn();
        const written = writer.stdout.getReader();
        await written.read();
        // The delay before each kill of the writer grows, so that the kills hit different moments of its rounds.
        await new Promise((resolve) => setTimeout(resolve, 40 * kill));
        writer.kill("SIGKILL");
        await written.cancel();
        await writer.status;
        const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
        try {
          for (const kind of ["series", "lists"] as const) {
            const entry = await store.marketDataCache[kind].read("one");
            assert.ok(entry !== null && entry.parts.size === 2, kind);
            const round = Number(entry.head.about.round);
            for (const bytes of entry.parts.values()) {
              assert.deepEqual(bytes, bytesOfRound(round, bytes.length), kind);
            }
          }
        } finally {
          store.close();
        }
      }
    },
  ),
);
