import assert from "node:assert/strict";
import { type Browser, newEmail, type Reply, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { pricesBody } from "../support/submission.ts";

const QUEUED = { WORKERS: "0" };
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

Deno.test("rules that can be met are answered with what they allow, and make no run", async () => {
  await using service = await runService({ environment: QUEUED });
  const person = await enterprise(service);
  const linear = [{ name: "pair", coefficients: { A: 1, C: -1 }, max: 0 }];
  const factor_exposure = { loadings: { A: { value: 2 }, D: { value: -1 } }, rules: [{ factor: "value", min: -0.5 }] };
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
    },
    not_judged: [],
    conflict: null,
  });
  assert.deepEqual((await person.send("GET", "/jobs/history")).body.items, []);
  const { body: { meters } } = await person.send("GET", "/billing/me");
  assert.deepEqual(meters.map(({ used }: { used: number }) => used), [0, 0, 0]);
});

Deno.test("rules that cannot be met are answered with the conflict that POST /jobs refuses them with", async () => {
  await using service = await runService({ environment: QUEUED });
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

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) => typeof one === "number" ? Math.round(one * 1e9) / 1e9 + 0 : one);
}
