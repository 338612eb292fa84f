import assert from "node:assert/strict";
import { DomainError } from "../../domain/errors.ts";
import { readPreflightConfig } from "../preflight_request.ts";
import { parseRequest, runConfig } from "../run_request.ts";

const DATES = ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
const prices = { dates: DATES, series: { A: [10, 11, 10.5, 12], B: [20, null, 20.1, 20.2], C: [5, 6, 7, 8] } };
const exchange_rates = { dates: ["2024-01-04", "2024-01-05", "2024-01-09"], series: { USD: [80, 82, 81] } };
const sent = (fields: Readonly<Record<string, unknown>> = {}) => ({
  prices,
  currencies: { A: "USD", B: "USD", C: "INR" },
  base_currency: "INR",
  exchange_rates,
  methods: ["equal_weight"],
  ...fields,
});
const valuesOf = (body: unknown) => [...parseRequest(body).history?.table.values.data ?? []];

function faultsOf(body: unknown): readonly { readonly pointer: string; readonly detail: string }[] {
  try {
    parseRequest(body);
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
  return [];
}

Deno.test("own prices are converted to the base currency by the rate of their day, or the last one before", () => {
  // On the Monday there is no rate, so that Friday's counts.
  assert.deepEqual(valuesOf(sent()), [
    ...[800, 1600, 5],
    ...[11 * 82, NaN, 6],
    ...[10.5 * 82, 20.1 * 82, 7],
    ...[12 * 81, 20.2 * 81, 8],
  ]);
});

Deno.test("a conversion is told in a note with the range of its rates and the days without one", () => {
  const told = parseRequest(sent()).doubtsOfRequest.filter(({ code }) => code === "converted");
  assert.deepEqual(told.map(({ severity, assets, evidence }) => ({ severity, assets, evidence })), [{
    severity: "note",
    assets: ["A", "B"],
    evidence: { pointer: "/currencies", currency: "USD", base: "INR", least: 80, most: 82, filled: 1 },
  }]);
  assert.match(told[0].detail, /^A, B in USD: converted to INR by the rates sent, 80 to 82 for one USD, on 1 day by/);
});

Deno.test("prices that are all in the base currency are taken as they are and need no rates", () => {
  const body = sent({ currencies: { A: "INR" }, exchange_rates: undefined });
  assert.deepEqual(valuesOf(body), valuesOf({ prices, methods: ["equal_weight"] }));
  assert.ok(parseRequest(body).doubtsOfRequest.every(({ code }) => code !== "converted"));
});

Deno.test("the config of a run keeps the prices as sent, and is converted again when it is read", () => {
  const request = parseRequest(sent());
  const config = runConfig(sent(), request);
  assert.deepEqual(config.prices, prices);
  assert.deepEqual(valuesOf(config), [...request.history?.table.values.data ?? []]);
});

Deno.test("a preflight of rules converts own prices like a run", () => {
  const { methods: _, ...body } = sent();
  assert.deepEqual([...readPreflightConfig(body).history?.table.values.data ?? []], valuesOf(sent()));
});

const REFUSED: readonly [string, Readonly<Record<string, unknown>>, string, RegExp][] = [
  ["without a base currency", { base_currency: undefined }, "/currencies", /"base_currency"/],
  ["of an asset that is not in the run", { currencies: { Z: "USD" } }, "/currencies/Z", /"Z"/],
  ["without rates of it", { currencies: { A: "EUR" } }, "/currencies/A", /Cannot convert EUR to INR/],
  ["that is no code", { currencies: { A: "dollar" } }, "/currencies/A", /three capital letters/],
  [
    "with fewer rates than dates",
    { exchange_rates: { ...exchange_rates, series: { USD: [80] } } },
    "/exchange_rates/series/USD",
    /the 1 rates of USD for 3 dates/,
  ],
  [
    "with a rate of 0",
    { exchange_rates: { ...exchange_rates, series: { USD: [80, 0, 81] } } },
    "/exchange_rates/series/USD/1",
    /above 0/,
  ],
  [
    "with dates of rates out of order",
    { exchange_rates: { ...exchange_rates, dates: ["2024-01-05", "2024-01-04", "2024-01-09"] } },
    "/exchange_rates/dates/1",
    /must ascend/,
  ],
  [
    "with a rate of the base currency",
    { exchange_rates: { ...exchange_rates, series: { USD: [80, 82, 81], INR: [1, 1, 1] } } },
    "/exchange_rates/series/INR",
    /leave it out/,
  ],
  [
    "with days that have no rate near enough",
    { exchange_rates: { dates: ["2024-01-08"], series: { USD: [80] } } },
    "/exchange_rates/series/USD",
    /prices of 2 days, the first of them 2024-01-04: there is no rate of USD for the day or the 5 days before/,
  ],
  [
    "not named beside rates",
    { currencies: undefined, base_currency: undefined },
    "/exchange_rates",
    /without currencies/,
  ],
  [
    "of returns",
    { prices: undefined, returns: { dates: DATES, series: { A: [0, 0, 0, 0], B: [0, 0, 0, 0], C: [0, 0, 0, 0] } } },
    "/currencies",
    /anything but own prices/,
  ],
];

for (const [what, fields, pointer, detail] of REFUSED) {
  Deno.test(`a currency ${what} is refused at ${pointer}`, () => {
    const faults = faultsOf(JSON.parse(JSON.stringify(sent(fields))));
    assert.deepEqual(faults.map((fault) => fault.pointer), [pointer], JSON.stringify(faults));
    assert.match(faults[0].detail, detail);
  });
}
