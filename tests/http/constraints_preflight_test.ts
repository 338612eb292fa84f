import assert from "node:assert/strict";
import { type Browser, newEmail, type Reply, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";

const ASSETS = ["A", "B", "C", "D"];
const GROUPS = { map: { A: "IT", B: "IT", C: "Energy", D: "Energy" }, rules: [{ group: "IT", min: 0.2, max: 0.3 }] };

async function enterprise(service: RunningService): Promise<Browser> {
  const email = newEmail(), person = await verifiedBrowser(service, email);
  const member = await service.store.accounts.findByEmail(email);
  assert.ok(member !== null);
  await service.store.accounts.setPlan(member.account.id, "enterprise");
  return person;
}

function preflight(person: Browser, body: unknown): Promise<Reply> {
  return person.send("POST", "/constraints/preflight", { body });
}

Deno.test(
  testInTurn("a preflight of feasible constraints returns the ranges that they allow, and creates no run", async () => {
    const service = await sharedService(QUEUED);
    const person = await enterprise(service);
    const linear = [{ name: "pair", coefficients: { A: 1, C: -1 }, max: 0 }];
    const factor_exposure = {
      loadings: { A: { value: 2 }, D: { value: -1 } },
      rules: [{ factor: "value", min: -0.5 }],
    };
    const constraints = { weight_bounds: { max: 0.5 }, groups: GROUPS, linear, factor_exposure };
    const { status, body } = await preflight(person, { assets: ASSETS, constraints });
    assert.equal(status, 200);
    assert.deepEqual(rounded(body), {
      feasible: true,
      ranges: {
        assets: {
          A: { min: 0, max: 0.3, exact: true },
          B: { min: 0, max: 0.3, exact: true },
          C: { min: 0.2, max: 0.5, exact: true },
          D: { min: 0.2, max: 0.5, exact: true },
        },
        groups: { Energy: { min: 0.7, max: 0.8, exact: true }, IT: { min: 0.2, max: 0.3, exact: true } },
        linear: { pair: { min: -0.5, max: 0, exact: true } },
        factors: { value: { min: -0.5, max: 0.4, exact: true } },
        return: null,
        volatility: null,
      },
      not_judged: [],
      conflict: null,
      doubts: [],
    });
    assert.deepEqual((await person.send("GET", "/jobs/history")).body.items, []);
    const { body: { meters } } = await person.send("GET", "/billing/me");
    assert.deepEqual(meters.map(({ used }: { used: number }) => used), [0, 0, 0]);
  }),
);

Deno.test(
  testInTurn(
    "a preflight with the id of a saved map equals one with its content, in a small body and one read in a worker",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await enterprise(service);
      const sent = { name: "Sectors", map: { ...GROUPS.map, ELSEWHERE: "Oil" } };
      const { body: { map_id } } = await person.send("POST", "/classification-maps", { body: sent });
      for (const padding of ["", " ".repeat(70_000)]) {
        const ask = (groups: unknown): Promise<Reply> =>
          preflight(person, `${JSON.stringify({ assets: ASSETS, constraints: { groups } })}${padding}`);
        const { rules } = GROUPS, saved = await ask({ map_id, rules });
        assert.equal(saved.status, 200, JSON.stringify(saved.body));
        assert.deepEqual(saved.body, (await ask(GROUPS)).body);
        const absent = await ask([{ name: "a", map_id: "map_01K00000000000000000000000", rules }]);
        assert.deepEqual([absent.status, absent.body.errors.map(({ pointer }: { pointer: string }) => pointer)], [
          422,
          ["/constraints/groups/0/map_id"],
        ]);
      }
    },
  ),
);

Deno.test("a preflight of infeasible constraints returns the conflict with which POST /jobs refuses them", async () => {
  const service = await sharedService(QUEUED);
  const person = await enterprise(service);
  const { prices } = pricesBody(4, 40);
  const groups = { map: { ASSET0: "IT", ASSET1: "IT" }, rules: [{ group: "IT", min: 0.6 }] };
  const constraints = { weight_bounds: { max: 0.26 }, groups };
  const answer = await preflight(person, { prices, constraints });
  const refusal = await person.send("POST", "/jobs", { body: { prices, constraints, methods: ["min_volatility"] } });
  assert.deepEqual([answer.status, refusal.status, refusal.body.code], [200, 422, "constraints_infeasible"]);
  assert.deepEqual([answer.body.feasible, answer.body.ranges], [false, null]);
  assert.deepEqual(answer.body.conflict, refusal.body.conflict);
});

Deno.test("a preflight judges rules of return and risk, and gives ranges of both, only where moments are known", async () => {
  const service = await sharedService(QUEUED);
  const person = await enterprise(service);
  const moments = { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[1e-4, 0], [0, 4e-4]] };
  const { body: free } = await preflight(person, { moments });
  const year = Math.sqrt(252);
  assert.deepEqual(rounded([free.ranges.return, free.ranges.volatility, free.not_judged]), [
    { min: 0.252, max: 0.504, exact: true },
    rounded({ min: year * Math.sqrt(0.8e-4), max: [year * 0.02, year * 0.02], exact: true }),
    [],
  ]);
  const constraints = { min_return: 0.378, risk_limits: [{ measure: "volatility", max: 0.25 }] };
  const { body } = await preflight(person, { moments, constraints });
  const { A, B } = body.ranges.assets;
  assert.deepEqual([body.feasible, A.exact, B.exact, rounded(A.max)], [true, true, true, 0.5]);
  assert.ok(Math.abs(B.max * B.max * 4e-4 + (1 - B.max) ** 2 * 1e-4 - 0.25 ** 2 / 252) < 1e-9);
  const { body: conflicting } = await preflight(person, { moments, constraints: { ...constraints, min_return: 0.45 } });
  assert.equal(conflicting.feasible, false);
  assert.deepEqual(conflicting.conflict.rules.map(({ family }: { family: string }) => family), [
    "budget",
    "risk_limits",
    "min_return",
  ]);
  const { body: unpriced } = await preflight(person, { assets: ["A", "B"], constraints });
  assert.deepEqual([unpriced.feasible, unpriced.not_judged], [true, ["risk_limits", "min_return"]]);
  assert.deepEqual([unpriced.ranges.return, rounded(unpriced.ranges.assets.B)], [null, {
    min: 0,
    max: 1,
    exact: true,
  }]);
});

Deno.test("a preflight takes listed assets by their ids, and as stocks, whose prices give ranges of return and volatility", async () => {
  const service = await sharedService(QUEUED);
  const person = await enterprise(service);
  const ids = ["NSE:EXLOTUS", "NSE:EXBANYAN", "NSE:EXMANGO"];
  const constraints = { weight_bounds: { max: 0.4 } };
  const weight = { min: 0.2, max: 0.4, exact: true };
  for (const market of ["IN", undefined]) {
    const { body } = await preflight(person, { market, assets: ids, constraints });
    assert.deepEqual(rounded(body.ranges.assets), Object.fromEntries(ids.map((id) => [id, weight])));
    assert.equal(body.ranges.return, null);
  }
  const stocks = ids.map((id) => ({ ticker: id.slice("NSE:".length), exchange: "NSE" }));
  const [{ body }, again] = [
    await preflight(person, { market: "IN", stocks, constraints }),
    await preflight(person, { market: "IN", stocks, constraints }),
  ];
  assert.deepEqual(rounded(body.ranges.assets), Object.fromEntries(ids.map((id) => [id, weight])));
  const { return: annual, volatility } = body.ranges;
  assert.ok(annual.min < annual.max && annual.exact);
  assert.ok(0 < volatility.min && volatility.min < volatility.max[0] && volatility.max[0] <= volatility.max[1]);
  assert.deepEqual(again.body, body);
});

Deno.test("a preflight of more than 64 KiB is answered, or refused at its pointer", async () => {
  const service = await sharedService(QUEUED);
  const person = await enterprise(service);
  const { prices } = pricesBody(40, 200);
  const constraints = { weight_bounds: { max: 0.1 } };
  const { status, body } = await preflight(person, { prices, constraints });
  assert.deepEqual([status, body.feasible, Object.keys(body.ranges.assets).length], [200, true, 40]);
  assert.deepEqual(rounded(body.ranges.assets.ASSET7), { min: 0, max: 0.1, exact: true });
  const refusal = await preflight(person, { prices, constraints: { weight_bounds: { max: -1 } } });
  assert.deepEqual([refusal.status, pointersOf(refusal)], [422, ["/constraints/weight_bounds/max"]]);
});

Deno.test(
  testInTurn("a preflight whose worker dies is 503 with a Retry-After, and the next one is answered", async () => {
    const constraintWorker = new URL("../support/dying_worker.ts", import.meta.url);
    await using service = await runService({ environment: QUEUED, constraintWorker });
    const person = await enterprise(service);
    const { status, headers, body } = await preflight(person, { assets: ["FATAL", "B"] });
    assert.deepEqual([status, body.code, Number(headers.get("retry-after")) > 0], [503, "not_ready", true]);
    const next = await preflight(person, { assets: ["A", "B"] });
    assert.deepEqual([next.status, next.body.feasible], [200, true]);
  }),
);

Deno.test(
  testInTurn(
    "a preflight takes the groups of a saved map for its own assets; an absent map is refused at its pointer",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await enterprise(service);
      const { body: saved } = await person.send("POST", "/classification-maps", {
        body: { name: "Sectors", map: { A: "IT", B: "IT", C: "Energy", ELSEWHERE: "Health" } },
      });
      const rules = [{ group: "IT", max: 0.6 }];
      const groups = (map_id: string): unknown => ({ constraints: { groups: { map_id, rules } } });
      for (
        const assets of [ASSETS, [
          ...ASSETS,
          ...Array.from({ length: 1_500 }, (_, i) => `${"X".repeat(50)}${i}`),
        ]]
      ) {
        const { body } = await preflight(person, { assets, ...Object(groups(saved.map_id)) });
        assert.deepEqual(rounded(body.ranges.groups), {
          Energy: { min: 0, max: 1, exact: true },
          IT: { min: 0, max: 0.6, exact: true },
        });
      }
      const refusal = await preflight(person, { assets: ASSETS, ...Object(groups("map_01K00000000000000000000000")) });
      assert.deepEqual([refusal.status, pointersOf(refusal)], [422, ["/constraints/groups/map_id"]]);
    },
  ),
);

/** Refused bodies of the constraint preflight, with the pointer of each fault. */
const REFUSED: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["a list for an object", [], [""]],
  ["no asset", {}, [""]],
  ["an empty list", { assets: [] }, ["/assets"]],
  ["5,001 assets", { assets: Array.from({ length: 5_001 }, (_, i) => `A${i}`) }, ["/assets"]],
  ["an asset twice", { assets: ["A", "B", "A"] }, ["/assets/2"]],
  ["an asset without a name", { assets: ["A", " "] }, ["/assets/1"]],
  ["an unknown asset", { market: "IN", assets: ["NSE:EXLOTUS", "NSE:EXNOBODY"] }, ["/assets/1"]],
  ["an asset of another market", { market: "IN", assets: ["NSE:EXLOTUS", "US:AAPL"] }, ["/assets/1"]],
  ["an unknown market", { market: "UK", assets: ["A"] }, ["/market"]],
  ["a market other than that of the assets", { market: "US", ...pricesBody(2, 40), methods: undefined }, ["/market"]],
  ["two inputs", { assets: ["A"], stocks: [{ ticker: "EXLOTUS", exchange: "NSE" }] }, ["/stocks"]],
  ["methods", { assets: ["A"], methods: ["min_volatility"] }, ["/methods"]],
  ["a minimum above the maximum", { assets: ["A"], constraints: { weight_bounds: { min: 0.5, max: 0.4 } } }, [
    "/constraints/weight_bounds",
  ]],
  ["a rule over an unknown group", {
    assets: ["A", "B"],
    constraints: { groups: { map: { A: "IT" }, rules: [{ group: "Energy", max: 1 }] } },
  }, ["/constraints/groups/rules/0/group"]],
  ["an unknown family", { assets: ["A"], constraints: { colour: {} } }, ["/constraints/colour"]],
  ["turnover without a starting portfolio", { assets: ["A"], constraints: { turnover: { max: 0.1 } } }, [
    "/constraints/turnover",
  ]],
  ["a tracking error without a benchmark", { assets: ["A"], constraints: { tracking_error: { max: 0.1 } } }, [
    "/constraints/tracking_error",
  ]],
  ["more assets held than there are", { assets: ["A", "B"], constraints: { cardinality: { min: 3 } } }, [
    "/constraints/cardinality/min",
  ]],
  ["a coefficient of 1e12", {
    assets: ["A"],
    constraints: { linear: [{ name: "a", coefficients: { A: 1e12 }, max: 1 }] },
  }, ["/constraints/linear/0/coefficients/A"]],
  ["prices of a single day", { prices: { dates: ["2024-01-01"], series: { A: [1], B: [2] } } }, ["/prices"]],
];

Deno.test("an invalid preflight is refused with the pointer of every fault", async (context) => {
  const service = await sharedService(QUEUED);
  const person = await enterprise(service);
  for (const [what, body, pointers] of REFUSED) {
    await context.step(what, async () => {
      const refusal = await preflight(person, body);
      assert.deepEqual([refusal.status, refusal.body.code], [422, "validation_failed"]);
      assert.deepEqual(pointersOf(refusal), pointers);
    });
  }
});

/** Constraints near the edge of feasibility, with the range that they leave the weight of A; null if infeasible. */
const EDGES: readonly (readonly [string, unknown, { min: number; max: number; exact: true } | null])[] = [
  ["bounds that meet", { weight_bounds: { min: 0.5, max: 0.5 } }, { min: 0.5, max: 0.5, exact: true }],
  ["bounds whose sum is 1e-10 short", { weight_bounds: { max: 0.49999999995 } }, {
    min: 0.49999999995,
    max: 0.49999999995,
    exact: true,
  }],
  ["an equality in every row", {
    linear: [{ name: "a", coefficients: { A: 1 }, min: 0.3, max: 0.3 }, {
      name: "b",
      coefficients: { A: 1, B: 1 },
      min: 1,
      max: 1,
    }],
  }, { min: 0.3, max: 0.3, exact: true }],
  ["coefficients of 1e-12", { linear: [{ name: "tiny", coefficients: { A: 1e-12 }, max: 4e-13 }] }, {
    min: 0,
    max: 0.4,
    exact: true,
  }],
  ["coefficients of 1e6 and 1e-6", {
    linear: [{ name: "huge", coefficients: { A: 1e6, B: -1e-6 }, max: 2.5e5 }],
  }, { min: 0, max: 0.25, exact: true }],
  ["a starting portfolio of unknown assets", { turnover: { max: 0.75 } }, { min: 0, max: 1, exact: true }],
  ["bounds whose sum is too small", { weight_bounds: { max: 0.4 } }, null],
];

Deno.test("a preflight answers constraints at the edge of feasibility", async (context) => {
  const service = await sharedService(QUEUED);
  const person = await enterprise(service);
  for (const [what, constraints, range] of EDGES) {
    await context.step(what, async () => {
      const starting_portfolio = { GONE: 0.5 };
      const { status, body } = await preflight(person, { assets: ["A", "B"], constraints, starting_portfolio });
      assert.deepEqual([status, body.feasible], [200, range !== null]);
      assert.deepEqual(rounded(body.ranges?.assets.A ?? null), rounded(range));
    });
  }
});

function pointersOf({ body }: Reply): readonly string[] {
  return body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
}

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) => typeof one === "number" ? Math.round(one * 1e9) / 1e9 + 0 : one);
}
