/**
 * Tests that an instance of the hosted platform outlives bodies of the largest size which two accounts send at the same
 * time: it reads few at once and refuses the others, whose clients ask again. Prints the peak of its resident memory.
 * Run by `deno task test:platform`.
 */
import assert from "node:assert/strict";
import { until } from "../support/until.ts";
import { lacksMemoryGroups } from "./memory_group.ts";
import { type Visitor, visitorOf } from "./visitor.ts";
import { LACKS_PLATFORM, withPlatform } from "./with_platform.ts";

const MIB = 1024 ** 2;
const LIMIT_MIB = 768;
const EACH_SENDS = 3;
/** Monthly returns of many daily prices: the body is large, and the counted work is small. */
const ASSETS = 1_000, DAYS = 3_900;

Deno.test({
  name: `${2 * EACH_SENDS} bodies of the largest size at once do not end an instance of ${LIMIT_MIB} MiB`,
  ignore: LACKS_PLATFORM || lacksMemoryGroups(),
  fn: () =>
    withPlatform({
      moreSettings: { DEFAULT_PLAN: "enterprise", LOG_LEVEL: "warn" },
      memoryBytes: LIMIT_MIB * MIB,
      watchesMemory: true,
      minuteMs: null,
      idleMs: 60_000,
    }, async ({ platform, mails }) => {
      const visitors = [
        await visitorOf(platform, mails, "ada@example.com"),
        await visitorOf(platform, mails, "bob@example.com"),
      ];
      const body = largeBody();
      const sent = visitors.flatMap((visitor) =>
        Array.from({ length: EACH_SENDS }, async () => {
          const { refused, id } = await sendUntilAccepted(visitor, body);
          await until(
            async () => {
              const { status } = (await visitor.send("GET", `/jobs/${id}`)).body;
              assert.notEqual(status, "failed");
              return status === "succeeded";
            },
            () => `the run:\n${platform.printed.join("")}`,
            { longestPauseMs: 1_000 },
          );
          return refused;
        })
      );
      const refused = (await Promise.all(sent)).reduce((sum, count) => sum + count, 0);
      const peak_mib = Math.round(platform.peakResidentBytes / MIB);
      await platform.endInstances("SIGINT");
      const { memoryKills: kills, started } = platform;
      // deno-lint-ignore no-console
      console.log(
        JSON.stringify({ peak_mib, refused, kills, started }),
      );
      assert.deepEqual([kills, started], [0, 1], platform.printed.join(""));
    }),
});

/** Sends a run until it is accepted. Returns its id and how often it was refused. */
async function sendUntilAccepted(
  visitor: Visitor,
  body: unknown,
): Promise<{ readonly id: string; readonly refused: number }> {
  for (let refused = 0;; refused++) {
    const answer = await visitor.send("POST", "/jobs", body);
    if (answer.status === 202) return { id: answer.body.run_id, refused };
    assert.deepEqual([answer.status, answer.body.code], [503, "not_ready"]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function largeBody(): unknown {
  const dates = Array.from(
    { length: DAYS },
    (_, day) => new Date(Date.UTC(2005, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const pricesOf = (asset: number): readonly number[] =>
    dates.map((_, day) =>
      Math.round(500 + 300 * Math.sin(day / (20 + asset % 97) + asset) + 90 * Math.sin(asset * day))
    );
  const series = Object.fromEntries(Array.from({ length: ASSETS }, (_, asset) => [`A${asset}`, pricesOf(asset)]));
  return { prices: { dates, series }, frequency: "monthly", methods: [{ method: "min_volatility" }] };
}
