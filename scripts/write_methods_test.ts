import assert from "node:assert/strict";
import { COVARIANCES } from "../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../src/estimation/expected_returns/mod.ts";
import { CONSTRAINT_FAMILIES } from "../src/optimization/constraints/mod.ts";
import { METHODS } from "../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../src/optimization/risk/mod.ts";
import { methodsDocument } from "./write_methods.ts";

Deno.test("the methods document has a section with text, formula and reference for each method, estimator and constraint", () => {
  const text = methodsDocument();
  const listed = [...METHODS, ...EXPECTED_RETURNS, ...COVARIANCES, ...RISK_MEASURES, ...CONSTRAINT_FAMILIES];
  for (const { id, documentation: { title, paragraph, formula, reference } } of listed) {
    const section = `#### \`${id}\`: ${title}\n\n${paragraph}\n\nFormula: \`${formula}\`\n\nReference: ${reference}\n`;
    assert.ok(text.includes(section), id);
  }
  assert.equal(text.match(/^#### /gm)?.length, listed.length);
});

Deno.test("the methods document states the defaults and bounds of parameters, and the data that a method needs", () => {
  const sections = methodsDocument().split("\n#### ");
  const section = (id: string): string => sections.find((one) => one.startsWith(`\`${id}\``)) ?? "";
  assert.match(
    section("min_cvar"),
    /\n\| `confidence` \| number \| `0.95` \| at least 0\.000001, at most 0\.999999 \| 1 - confidence [^|]+\|\n/,
  );
  assert.match(section("min_cvar"), /\nNeeds: 2 assets, 2 observations, a history\n/);
  assert.match(
    section("efficient_risk"),
    /\n\| `target_volatility` \| number \| required \| at least 0, at most 1000000 \|/,
  );
  assert.match(section("min_tracking_error"), /, a benchmark\n/);
  assert.match(
    section("cardinality"),
    /\n\| `cardinality\.groups\[\]\.group` \| string \| required \| at least 1, at most 241 characters \|/,
  );
});

Deno.test("every table row of the methods document has as many cells as the header", () => {
  for (const table of methodsDocument().split("\n\n").filter((block) => block.startsWith("|"))) {
    const [header, ...rows] = table.trim().split("\n").map((row) => row.split("|"));
    for (const row of rows) assert.equal(row.length, header.length, row.join("|"));
  }
});
