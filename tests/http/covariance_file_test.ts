import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** A run of one asset more than a result holds the covariance matrix of. */
const ASSETS = 201;
const RUN = { ...pricesBody(ASSETS, 40), methods: ["equal_weight"] };

Deno.test(
  testInTurn(
    "the covariance matrix of over 200 assets is a file of its own, and the same in the result where asked for",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const [apart, inside] = await Promise.all(
        [RUN, { ...RUN, estimates: "full" }].map(async (body) => {
          const run = await succeeded(person, body);
          const { body: { estimates: { covariance }, engine } } = await person.send("GET", `/jobs/${run}/result`);
          const { body: { items } } = await person.send("GET", `/jobs/${run}/artifacts`);
          return {
            run,
            covariance,
            engine,
            file: items.find(({ name }: { name: string }) => name === "covariance.bin"),
          };
        }),
      );
      assert.equal(apart.covariance.matrix, null);
      assert.deepEqual(apart.covariance.file, {
        name: "covariance.bin",
        type: "float64",
        byte_order: "little-endian",
        order: "row by row",
        rows: ASSETS,
        columns: ASSETS,
      });
      assert.equal(apart.file.bytes, 8 * ASSETS ** 2);
      assert.deepEqual([inside.covariance.file, inside.file], [null, undefined]);
      const values = new Float64Array(await (await service.fetch(new URL(apart.file.url).pathname)).arrayBuffer());
      assert.deepEqual(Array.from(values), inside.covariance.matrix.flat());

      const phases = ["load", "read", "rules", "estimate", "solve", "statistics", "documents"];
      for (const phase of phases) assert.ok(phase in apart.engine.phases_ms, `${phase} is told`);
      const sum = Object.values<number>(apart.engine.phases_ms).reduce((total, ms) => total + ms, 0);
      assert.ok(Math.abs(sum - apart.engine.elapsed_ms) < 2, `${sum} of ${apart.engine.elapsed_ms} ms`);

      const simulation = { model: "gaussian", paths: 200, horizon: 20, method: "equal_weight", seed: 1 };
      const ends = await Promise.all([apart, inside].map(async ({ run }) => {
        const { body: { mc_run_id } } = await person.send("POST", `/runs/${run}/monte_carlo`, { body: simulation });
        let answer = await person.send("GET", `/mc/${mc_run_id}`);
        await until(async () => {
          answer = await person.send("GET", `/mc/${mc_run_id}`);
          return answer.body.finished_at !== null;
        }, "the simulation");
        return answer.body.summary;
      }));
      assert.notEqual(ends[0], null);
      assert.deepEqual(ends[0], ends[1]);
    },
  ),
);

Deno.test("another word for the place of the estimates is refused by its name", async () => {
  const person = await verifiedBrowser(await sharedService());
  const { status, body } = await person.send("POST", "/jobs", { body: { ...RUN, estimates: "some" } });
  assert.equal(status, 422);
  assert.deepEqual(body.errors.map(({ pointer }: { pointer: string }) => pointer), ["/estimates"]);
  assert.match(body.errors[0].detail, /some/);
});
