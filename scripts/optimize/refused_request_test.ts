import assert from "node:assert/strict";
import { sample } from "../../src/market_data/providers/sample.ts";
import { blamesRequest, problemOf } from "../../src/http/problem.ts";
import { readRequest } from "../../src/request/read_request.ts";
import { parseArguments } from "./arguments.ts";
import { requestOfArguments } from "./request_of_arguments.ts";
import { swingingPrices } from "../../tests/support/swinging_prices.ts";

const FOLDER = Deno.makeTempDirSync({ prefix: "request_" });
globalThis.addEventListener("unload", () => Deno.removeSync(FOLDER, { recursive: true }));

function file(name: string, text: string): string {
  const path = `${FOLDER}/${name}`;
  Deno.writeTextFileSync(path, text);
  return path;
}

const GOOD = swingingPrices(["A", "B", "C"], 80);
const MOMENTS = { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.04, 0.01], [0.01, 0.09]] };

/**
 * Refused requests: the name of the test, the arguments, the input in place of `-`, the expected code and JSON
 * pointers, and a pattern of the message.
 */
const REFUSED: readonly (readonly [
  promise: string,
  args: () => string[],
  input: string,
  code: string,
  pointers: string[],
  detail: RegExp,
])[] = [
  ["an empty request", () => ["--request", "-"], "", "malformed_json", [""], /empty/],
  ["a request that is not an object", () => ["--request", "-"], "[]", "validation_failed", [""], /object/],
  [
    "a repeated name in one object",
    () => ["--request", "-"],
    '{"prices":{"dates":[],"series":{"A":[],"A":[]}}}',
    "validation_failed",
    ["/prices/series/A"],
    /twice/,
  ],
  [
    "an unknown field",
    () => ["--request", "-"],
    JSON.stringify({ moments: MOMENTS, methods: ["min_volatility"], sed: 1 }),
    "validation_failed",
    ["/sed"],
    /did you mean "seed"/,
  ],
  [
    "a saved classification map, which only the service has",
    () => ["--request", "-"],
    JSON.stringify({
      moments: MOMENTS,
      methods: ["min_volatility", {
        method: "max_return",
        constraints: { groups: [{ name: "sector", map_id: "map_01K00000000000000000000000", rules: [] }] },
      }],
      constraints: { groups: { map_id: "map_01K00000000000000000000000", rules: [] } },
    }),
    "validation_failed",
    ["/constraints/groups/map_id", "/methods/1/constraints/groups/0/map_id"],
    /"map_01K00000000000000000000000" in a local run, which has none: send "map"/,
  ],
  [
    "a repeated column",
    () => csvOf("date,A,A\n2020-01-01,1,2\n2020-01-02,1,2\n2020-01-03,2,2\n"),
    "",
    "validation_failed",
    ["/prices/series/A"],
    /line 1, column 3/,
  ],
  ["a file without assets", () => csvOf("date\n2020-01-01\n"), "", "validation_failed", ["/prices/series"], /asset/],
  ["an empty file", () => csvOf(""), "", "validation_failed", ["/prices"], /empty/],
  [
    "a column that is all blank",
    () => csvOf("date,A,B\n2020-01-01,1,\n2020-01-02,2,\n2020-01-03,2,\n"),
    "",
    "validation_failed",
    ["/prices/series/B"],
    /no value.*column 3/,
  ],
  [
    "a negative price",
    () => csvOf("date,A,B\n2020-01-01,1,11\n2020-01-02,-3,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    [
      "/prices/series/A/1",
    ],
    /-3/,
  ],
  [
    "inf for a price",
    () => csvOf("date,A,B\n2020-01-01,1,11\n2020-01-02,inf,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    [
      "/prices/series/A/1",
    ],
    /"inf".*line 3, column 2/,
  ],
  [
    "a price too large for a double",
    () => csvOf("date,A,B\n2020-01-01,1,11\n2020-01-02,1e999,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    ["/prices/series/A/1"],
    /finite/,
  ],
  [
    "text for a price",
    () => csvOf("date,A,B\n2020-01-01,1,11\n2020-01-02,1.5x,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    ["/prices/series/A/1"],
    /"1.5x"/,
  ],
  [
    "dates out of order",
    () => csvOf("date,A,B\n2020-01-02,1,11\n2020-01-01,2,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    [
      "/prices/dates/1",
    ],
    /ascend \(line 3\)/,
  ],
  [
    "a repeated date",
    () => csvOf("date,A,B\n2020-01-02,1,11\n2020-01-02,2,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    [
      "/prices/dates/1",
    ],
    /twice/,
  ],
  [
    "a date that does not exist",
    () => csvOf("date,A,B\n2020-02-30,1,11\n2020-03-02,2,12\n2020-03-03,2,13\n"),
    "",
    "validation_failed",
    ["/prices/dates/0"],
    /2020-02-30/,
  ],
  [
    "a row with a missing cell",
    () => csvOf("date,A,B\n2020-02-01,1,11\n2020-02-02,12\n2020-02-03,2,13\n"),
    "",
    "validation_failed",
    ["/prices/dates/1"],
    /2 fields.*line 3/,
  ],
  ["a quote that is never closed", () => csvOf('date,A\n2020-02-01,"1\n'), "", "validation_failed", ["/prices"], /CSV/],
  ["more rows than a run takes", () => csvOf("date,A\n" + "2020-01-01,1\n".repeat(10_001)), "", "validation_failed", [
    "/prices/dates",
  ], /10000/],
  [
    "more assets than a run takes",
    () => csvOf(`date,${Array.from({ length: 5_001 }, (_, i) => `A${i}`).join(",")}\n`),
    "",
    "validation_failed",
    ["/prices/series"],
    /5000/,
  ],
  ["a line longer than 1 MiB", () => csvOf("date,A\n2020-01-01," + "1".repeat(1_100_000)), "", "validation_failed", [
    "/prices",
  ], /1 MiB/],
  ["an asset that is not in the file", () => [...csvOf(GOOD), "--assets", "A,Z"], "", "validation_failed", [
    "/prices/series/Z",
  ], /"Z"/],
  [
    "a benchmark of the request that is not in the file",
    () => ["--prices", file("unnamed.csv", GOOD), "--request", "-"],
    JSON.stringify({ methods: ["min_volatility"], benchmark: "Z" }),
    "validation_failed",
    ["/benchmark"],
    /"Z" in the file/,
  ],
  [
    "a CSV column that is named as both asset and benchmark",
    () => [...csvOf(GOOD), "--assets", "A,B", "--benchmark", "B"],
    "",
    "validation_failed",
    ["/prices/series/B"],
    /its column is the benchmark; one that may be held is "benchmark": \{"weights":\{"B":1\}\}/,
  ],
  [
    "a JSON series that is named as both asset and benchmark",
    () => {
      const series = '{"dates":["2020-01-01","2020-01-02"],"series":{"A":[1,2],"B":[2,3]}}';
      const options = ["--assets", "A,B", "--benchmark", "B", "--method", "min_volatility"];
      return ["--prices", file("both.json", series), ...options];
    },
    "",
    "validation_failed",
    ["/prices/series/B"],
    /its column is the benchmark/,
  ],
  ["a benchmark that is not in the file", () => [...csvOf(GOOD), "--benchmark", "Z"], "", "validation_failed", [
    "/benchmark",
  ], /"Z"/],
  [
    "a quote inside a cell",
    () => csvOf('date,A"x,B\n2020-01-01,1,2\n'),
    "",
    "validation_failed",
    ["/prices"],
    /line 1: a quote stands in the middle of a cell/,
  ],
  [
    "a repeated name in a file of prices",
    () => ["--prices", file("dup.json", '{"dates":[],"series":{"A":[],"\\u0041":[]}}'), "--method", "min_volatility"],
    "",
    "validation_failed",
    ["/prices/series/A"],
    /the name "A" twice/,
  ],
  [
    "a repeated name in a file of returns",
    () => ["--returns", file("dup.json", '{"dates":[],"series":{"A":[],"A":[]}}'), "--method", "min_volatility"],
    "",
    "validation_failed",
    ["/returns/series/A"],
    /the name "A" twice/,
  ],
  ["a weight bound above the limit", () => withRules({ weight_bounds: { max: 1e16 } }), "", "validation_failed", [
    "/constraints/weight_bounds/max",
  ], /at most 1000000/],
  ["an unknown method", () => ["--prices", file("good.csv", GOOD), "--method", "min_var"], "", "validation_failed", [
    "/methods/0",
  ], /"min_var"/],
  [
    "a risk-free rate that is not a number",
    () => [...csvOf(GOOD), "--rf", "5%"],
    "",
    "validation_failed",
    ["/risk_free_rate"],
    /"5%"/,
  ],
  [
    "two methods with the same key",
    () => ["--request", "-"],
    JSON.stringify({
      moments: MOMENTS,
      methods: [{ method: "min_volatility", key: "a" }, { method: "max_return", key: "a" }],
    }),
    "validation_failed",
    ["/methods/1/key"],
    /"a" twice/,
  ],
  [
    "a confidence of 1.5",
    () => ["--prices", file("good.csv", GOOD), "--request", "-"],
    JSON.stringify({ methods: [{ method: "min_cvar", confidence: 1.5 }] }),
    "validation_failed",
    ["/methods/0/confidence"],
    /Cannot take 1\.5 for "confidence": it must be at most 0\.999999/,
  ],
  [
    "a given matrix that is not symmetric",
    () => ["--request", "-"],
    JSON.stringify({ moments: { ...MOMENTS, covariance: [[1, 0.5], [0, 1]] }, methods: ["min_volatility"] }),
    "validation_failed",
    ["/moments/covariance/1/0"],
    /symmetric/,
  ],
  [
    "a given matrix that is not positive semidefinite",
    () => ["--request", "-"],
    JSON.stringify({ moments: { ...MOMENTS, covariance: [[1, 2], [2, 1]] }, methods: ["min_volatility"] }),
    "validation_failed",
    ["/moments/covariance"],
    /semidefinite/,
  ],
  ["a minimum above the maximum", () => withRules({ weight_bounds: { min: 0.5, max: 0.1 } }), "", "validation_failed", [
    "/constraints/weight_bounds",
  ], /min/],
  [
    "a group that no asset has",
    () => withRules({ groups: { map: { A: "x" }, rules: [{ group: "y", max: 1 }] } }),
    "",
    "validation_failed",
    ["/constraints/groups/rules/0/group"],
    /"y"/,
  ],
  [
    "a constraint on an unknown asset",
    () => withRules({ weight_bounds: { assets: { Z: { max: 1 } } } }),
    "",
    "validation_failed",
    ["/constraints/weight_bounds/assets/Z"],
    /"Z"/,
  ],
];

function csvOf(text: string): string[] {
  return ["--prices", file(`${text.length}.csv`, text), "--method", "min_volatility"];
}

function withRules(constraints: unknown): string[] {
  return [...csvOf(GOOD), "--constraints", file("constraints.json", JSON.stringify(constraints))];
}

for (const [promise, args, input, code, pointers, detail] of REFUSED) {
  Deno.test(`the request of a command line is refused at the pointer of its fault: ${promise}`, async () => {
    const words = args().map((word) => word === "-" ? file("input.json", input) : word);
    const error = await read(words).then(() => null, (refused: unknown) => refused);
    assert(blamesRequest(error), String(error));
    const { code: refusal, detail: sentence, errors = [] } = problemOf(error);
    assert.equal(refusal, code);
    assert.match([sentence, ...errors.map((fault) => fault.detail)].join("\n"), detail);
    if (pointers.length > 0) assert.deepEqual(errors.map(({ pointer }) => pointer), pointers);
  });
}

/**
 * Test helper. Reads and validates the request of a `deno task optimize` command line like the command itself, but
 * computes nothing.
 */
async function read(words: readonly string[]): Promise<void> {
  const context = { signal: new AbortController().signal, now: () => "2026-01-01T00:00:00.000Z" };
  const { body, beside, marketData } = await requestOfArguments(
    parseArguments(words),
    sample,
    context,
  );
  const sources = { marketData, riskFreeRates: { IN: 0.065, US: 0.04 }, now: context.now };
  await readRequest(body, sources, { signal: context.signal, ...beside && { beside } });
}
