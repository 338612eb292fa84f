import assert from "node:assert/strict";
import { foundEntries, glossaryEntries } from "./glossary_entries.ts";
import { WORDS } from "./words.ts";

type Catalogue = Parameters<typeof glossaryEntries>[0];

const DESCRIBED = { needs_history: true, needs_dates: false, weighs_probabilities: false, parameters: [] };
const CATALOGUE: Catalogue = {
  methods: [{
    ...DESCRIBED,
    id: "hrp",
    name: "Hierarchical risk parity",
    description: "Splits risk along a tree.\n\nFormula: `w`\n\nReference: López de Prado (2016)",
    group: "hierarchical",
    min_assets: 2,
    min_observations: 2,
    needs_benchmark: false,
    needs_expected_returns: false,
    needs_starting_portfolio: false,
    enforces: [],
  }],
  estimators: { expected_returns: [], covariance: [] },
  measures: [],
  metrics: [{
    id: "ulcer_index",
    name: "Ulcer index",
    description: "Depth and length of drawdowns, a measure of risk.",
    annual: false,
    fraction: true,
  }],
  doubts: [{ id: "stale_prices", severity: "check", meaning: "prices that stand still" }],
  submission: {
    fields: [],
    limits: { assets: 1, rows: 1, scenarios: 1, methods: 1, frontier_points: 1, rebalances: 1, paths_times_horizon: 1 },
  },
};

Deno.test("the words of the console mean what the glossary of the architecture says", () => {
  const document = Deno.readTextFileSync(new URL("../../docs/architecture.md", import.meta.url));
  const lines = new Set(document.slice(document.indexOf("## Glossary")).split("\n"));
  for (const { words, meaning } of WORDS) assert.ok(lines.has(`| ${words} | ${meaning} |`), words);
});

Deno.test("the glossary has every term of the service, and a search finds names before descriptions", () => {
  const entries = glossaryEntries(CATALOGUE, []);
  assert.equal(entries.length, WORDS.length + 3);
  assert.deepEqual(foundEntries(entries, "").length, entries.length);
  assert.deepEqual(foundEntries(entries, "PARITY risk").map(({ id }) => id), ["hrp"]);
  assert.deepEqual(foundEntries(entries, "drawdown").map(({ id }) => id), ["drawdown", "ulcer_index"]);
  assert.deepEqual(foundEntries(entries, "stand still").map(({ description }) => description), [
    "Prices that stand still.",
  ]);
  assert.deepEqual(foundEntries(entries, "nothing like it"), []);
});
