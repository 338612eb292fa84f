import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { anyCharacter } from "../../tests/support/any_character.ts";
import fc from "../../tests/support/fast_check.ts";
import { runResultOf } from "../../tests/support/small_results.ts";
import { csvOf } from "./csv.ts";
import { runArtifacts } from "./run_artifacts.ts";

Deno.test("the files of a run are its result, two tables and its charts", () => {
  const artifacts = runArtifacts(runResultOf());
  assert.deepEqual(artifacts.map(({ name, mediaType }) => [name, mediaType]), [
    ["result.json", "application/json"],
    ["weights.csv", "text/csv; charset=utf-8"],
    ["metrics.csv", "text/csv; charset=utf-8"],
    ["charts/weights.svg", "image/svg+xml"],
    ["charts/cumulative_return.svg", "image/svg+xml"],
    ["charts/drawdown.svg", "image/svg+xml"],
    ["charts/frontier.svg", "image/svg+xml"],
    ["charts/risk_contributions.svg", "image/svg+xml"],
    ["charts/correlation.svg", "image/svg+xml"],
  ]);
  const [result, weights, metrics] = artifacts.map(({ content }) => new TextDecoder().decode(content));
  assert.deepEqual(JSON.parse(result), runResultOf());
  assert.equal(
    weights,
    "asset,min_volatility,equal_weight\r\n" +
      "NSE:ALPHA,0.2,0.3333333333333333\r\nNSE:BETA,0.1,0.3333333333333333\r\nNSE:GAMMA,0.7,0.3333333333333333\r\n",
  );
  assert.equal(
    metrics,
    "metric,min_volatility,equal_weight,benchmark NIFTY50\r\n" +
      "annual_return,0.12,0.12,0.1\r\nsharpe_ratio,1.5,1.5,\r\nbeta,,,\r\n",
  );
});

Deno.test("a method without weights has empty columns in the tables", () => {
  const [failed] = runResultOf().methods;
  const methods = [{ ...failed, weights: null, metrics: null, risk_contributions: null }];
  const [, weights, metrics] = runArtifacts(runResultOf({ methods, benchmark: null }));
  const text = (content: Uint8Array): string => new TextDecoder().decode(content);
  assert.equal(text(weights.content), "asset,min_volatility\r\nNSE:ALPHA,\r\nNSE:BETA,\r\nNSE:GAMMA,\r\n");
  assert.equal(text(metrics.content), "metric,min_volatility\r\n");
});

Deno.test("the allocation of a capital is a table of shares, amounts and cash for each method", () => {
  const [first, second] = runResultOf().methods;
  const allocation = {
    shares: { "NSE:ALPHA": 3, "NSE:BETA": 0, "NSE:GAMMA": 11 },
    invested: 930.3,
    cash: 69.7,
    weights: { "NSE:ALPHA": 0.2703, "NSE:BETA": 0, "NSE:GAMMA": 0.66 },
    currency: "INR" as const,
    gap: 0,
  };
  const artifacts = runArtifacts(runResultOf({ methods: [{ ...first, allocation }, second] }));
  const table = artifacts.find(({ name }) => name === "allocation.csv");
  assert.deepEqual(new TextDecoder().decode(table?.content).split("\r\n"), [
    "method,asset,wanted,held,shares,amount,currency",
    "min_volatility,NSE:ALPHA,0.2,0.2703,3,270.3,INR",
    "min_volatility,NSE:BETA,0.1,0,0,0,INR",
    "min_volatility,NSE:GAMMA,0.7,0.66,11,660,INR",
    "min_volatility,(cash),,0.0697,,69.7,INR",
    "",
  ]);
});

Deno.test("no text in a CSV file is a formula to a spreadsheet, and numbers stay numbers", () => {
  assert.equal(
    csvOf([["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", -1, 'a "b", c']]),
    `'=1+1,'+1,'-1,'@SUM(A1),'\t=1,-1,"a ""b"", c"\r\n`,
  );
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
    const [[field]] = parse(csvOf([[text, 1]]));
    assert.doesNotMatch(field, /^[=+\-@\t\r\n]/);
    assert.equal(field.replace(/^'(?=[=+\-@\t\r\n])/, ""), text);
  }));
});
