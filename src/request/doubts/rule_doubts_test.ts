import assert from "node:assert/strict";
import type { Doubt } from "../../domain/doubt.ts";
import { parseRequest } from "../run_request.ts";

const MAP = { A: "x", B: "y", C: "x" };
const groups = { map: MAP, rules: [{ group: "x", max: 0.3 }] };
const body = (fields: Readonly<Record<string, unknown>>) => ({
  prices: {
    dates: ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"],
    series: { A: [10, 11, 10.5, 12], B: [20, 19.9, 20.1, 20.2] },
  },
  methods: ["min_volatility"],
  ...fields,
});
/** The doubts about rules: those about so short a history are no part of these tests. */
const ofRules = (doubts: readonly Doubt[]) =>
  doubts.filter(({ code }) => code === "map_of_more" || code === "unweighed_costs");
const told = (fields: Readonly<Record<string, unknown>>) =>
  ofRules(parseRequest(body(fields)).doubtsOfRequest).map(({ code, severity, assets, evidence }) => ({
    code,
    severity,
    assets,
    pointer: evidence.pointer,
  }));

Deno.test("a map of groups with an asset outside the run is accepted as it was sent, and told in a note", () => {
  assert.deepEqual(told({ constraints: { groups } }), [
    { code: "map_of_more", severity: "note", assets: ["C"], pointer: "/constraints/groups/map" },
  ]);
  assert.deepEqual(parseRequest(body({ constraints: { groups } })).constraints, { groups });
});

Deno.test("a map of groups of a method is told at the method", () => {
  const own = { method: "max_return", constraints: { groups } };
  assert.deepEqual(told({ methods: ["min_volatility", own] }).map(({ pointer }) => pointer), [
    "/methods/1/constraints/groups/map",
  ]);
});

Deno.test("costs beside a method of least risk alone are accepted, and a note says that they move no weights there", () => {
  const costs = { assets: { A: 100, B: 10 }, amortization_periods: 252 };
  const sent = (rules: Readonly<Record<string, unknown>>, methods: readonly unknown[]) => ({
    methods,
    constraints: { transaction_costs: costs, ...rules },
    starting_portfolio: { A: 0.5, B: 0.5 },
  });
  assert.deepEqual(told(sent({}, ["min_volatility", "max_quadratic_utility"])), [
    { code: "unweighed_costs", severity: "note", assets: [], pointer: "/constraints/transaction_costs" },
  ]);
  const [{ detail }] = ofRules(
    parseRequest(body(sent({}, ["min_volatility", "max_quadratic_utility"]))).doubtsOfRequest,
  );
  assert.match(detail, /^min_volatility weighs no expected return, so that the costs of transaction_costs move no/);
  assert.deepEqual(told(sent({ min_return: 0.01 }, ["min_volatility"])), []);
  assert.deepEqual(told(sent({ transaction_costs: { ...costs, max: 0.01 } }, ["min_volatility"])), []);
  assert.deepEqual(told(sent({}, ["max_quadratic_utility"])), []);
  const own = { method: "min_volatility", constraints: { transaction_costs: costs } };
  assert.deepEqual(told({ methods: ["max_return", own], starting_portfolio: { A: 1 } }).map(({ pointer }) => pointer), [
    "/methods/1/constraints/transaction_costs",
  ]);
});

Deno.test("rules on the assets of the run alone raise no doubt", () => {
  assert.deepEqual(told({}), []);
  assert.deepEqual(told({ constraints: { groups: { ...groups, map: { A: "x", B: "y" } } } }), []);
});
