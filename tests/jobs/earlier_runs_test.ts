import assert from "node:assert/strict";
import { giveFiguresToEarlierRuns } from "../../src/jobs/figures_of_earlier_runs.ts";
import type { RunFigures } from "../../src/domain/run_figures.ts";
import { keys } from "../../src/store/keys.ts";
import { openStore } from "../../src/store/open_store.ts";
import { put, remove, write } from "../../src/store/transaction.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { accountIdOf, succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";

Deno.test(
  testInTurn(
    "runs stored before the dashboard existed get the same dashboard figures as new runs, even after an interruption",
    async () => {
      await using service = await runService();
      const person = await verifiedBrowser(service);
      const accountId = await accountIdOf(service, person);
      const prices = pricesBody(6, 300);
      const methods = ["equal_weight", { method: "max_sharpe", key: "tangent" }];
      const starting_portfolio = { ASSET0: 0.5, ASSET1: 0.5 };
      await succeeded(person, { ...prices, methods, starting_portfolio });
      await succeeded(person, { ...prices, methods, rolling_backtest: { train_window: 100, rebalance_every: 50 } });
      const before = await service.store.dashboards.get(accountId);
      assert.ok(before.insights.length > 0);

      const kv = await service.openKv();
      const context = { kv, clock: systemClock, random: systemRandom };
      const figures = await Array.fromAsync(context.kv.list<RunFigures>({ prefix: keys.allRunFigures(accountId) }));
      const gone = [...figures.map(({ key }) => key), keys.dashboard(accountId)];
      await write(context, [...gone.map(remove), put(keys.schemaVersion, 1)]);
      const path = service.kvPath;
      const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
      const { log } = service.service.dependencies;
      const stopping = new AbortController();
      const artifacts: typeof store.artifacts = {
        ...store.artifacts,
        find(...given) {
          stopping.abort();
          return store.artifacts.find(...given);
        },
      };
      await giveFiguresToEarlierRuns({ ...store, artifacts, log }, { signal: stopping.signal });
      assert.equal(
        (await Array.fromAsync(store.dashboards.runsWithoutFigures())).length,
        1,
        "stopped behind the first",
      );
      await giveFiguresToEarlierRuns({ ...store, log }, { signal: new AbortController().signal });
      const { computedAt: _, ...after } = await store.dashboards.get(accountId);
      const { computedAt: __, ...expected } = before;
      assert.deepEqual(after, expected);
      assert.deepEqual(
        await Array.fromAsync(
          context.kv.list<RunFigures>({ prefix: keys.allRunFigures(accountId) }),
          ({ value }) => value,
        ),
        figures.map(({ value }) => value),
      );
      await Promise.all([store.close(), kv.close()]);
    },
  ),
);
