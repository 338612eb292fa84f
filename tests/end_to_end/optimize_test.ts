import assert from "node:assert/strict";
import { read as readWorkbook, utils as workbookRows } from "@e965/xlsx";
import { optimizeInProcess } from "../support/optimize_in_process.ts";
import { feed, outcomeOf, runOptimize, startOptimize } from "../support/optimize_process.ts";
import { arrowOf, arrowWithText, csvOf as csvOfHistory } from "../support/sent_upload.ts";
import { swingingPrices } from "../support/swinging_prices.ts";
import { fullTest, IS_FULL_RUN, testInTurn } from "../support/tier.ts";

const FOLDER = Deno.makeTempDirSync({ prefix: "optimize_" });
globalThis.addEventListener("unload", () => Deno.removeSync(FOLDER, { recursive: true }));

/**
 * Runs the optimize command: in the full run of the tests in a process of its own, else in the process of the test to
 * save time.
 */
const optimizeAlone = IS_FULL_RUN ? runOptimize : optimizeInProcess;

function file(name: string, text: string): string {
  const path = `${FOLDER}/${name}`;
  Deno.writeTextFileSync(path, text);
  return path;
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

const GOOD = swingingPrices(["A", "B", "C"], 80);
const MOMENTS = { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.04, 0.01], [0.01, 0.09]] };

Deno.test(
  testInTurn(
    "without arguments the optimize command computes a portfolio of the sample market and proves every optimum",
    async () => {
      const out = `${FOLDER}/sample.json`;
      const { code, stdout, stderr } = await optimizeAlone(["--out", out]);
      assert.equal(stderr, "");
      assert.equal(code, 0);
      assert.match(stdout, /min_volatility/);
      const result = JSON.parse(Deno.readTextFileSync(out));
      assert.equal(result.market, "IN");
      assert.equal(result.benchmark.id, "NIFTY50");
      for (const { certificate, status } of result.methods) {
        assert(status === "computed" || certificate.proven_optimal);
      }
    },
  ),
);

Deno.test(testInTurn("the same request gives the same bytes in two processes, the elapsed time aside", async () => {
  const args = [
    "--prices",
    file("twice.csv", GOOD),
    "--method",
    "equal_weight",
    "--method",
    "min_volatility",
    "--out",
    "-",
  ];
  const [first, second] = await Promise.all([runOptimize(args), optimizeInProcess(args)]);
  assert.equal(first.code, 0);
  const strip = (json: string): string => json.replace(/"elapsed_ms":\d+,"phases_ms":\{[^}]*\}/, "");
  assert.notEqual(strip(first.stdout), first.stdout);
  assert.equal(strip(second.stdout), strip(first.stdout));
}));

Deno.test("prices from CSV, gzipped CSV, Arrow, JSON and a request on standard input give the same result", async () => {
  const path = file("same.csv", GOOD);
  const packed = `${FOLDER}/same.csv.gz`;
  const gzip = new Blob([GOOD]).stream().pipeThrough(new CompressionStream("gzip"));
  Deno.writeFileSync(packed, await new Response(gzip).bytes());
  const [header, ...lines] = GOOD.trim().split("\n").map((line) => line.split(","));
  const series = Object.fromEntries(
    header.slice(1).map((name, k) => [name, lines.map((cells) => Number(cells[k + 1]))]),
  );
  const history = { dates: lines.map(([date]) => date), series };
  const json = file("same.json", JSON.stringify(history));
  const arrow = `${FOLDER}/same.arrow`, stream = `${FOLDER}/same.arrows`;
  Deno.writeFileSync(arrow, arrowOf(history));
  Deno.writeFileSync(stream, arrowOf(history, "stream"));
  const method = ["--method", "inverse_volatility", "--out", "-"];
  const outcomes = await Promise.all([
    optimizeInProcess(["--prices", path, ...method]),
    optimizeInProcess(["--prices", arrow, ...method]),
    optimizeInProcess(["--prices", stream, ...method]),
    optimizeInProcess(["--prices", packed, ...method]),
    optimizeInProcess(["--prices", json, ...method]),
    optimizeInProcess(
      ["--request", "-", "--out", "-"],
      JSON.stringify({ prices: history, methods: ["inverse_volatility"] }),
    ),
  ]);
  const results = outcomes.map(({ stdout }) => ({ ...JSON.parse(stdout), engine: null }));
  for (const result of results) assert.deepEqual(result, results[0]);
});

Deno.test("returns from CSV and from Arrow give the same result, and Arrow with text is refused by its column", async () => {
  const dates = Array.from({ length: 40 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
  const series = {
    A: dates.map((_, t) => ((7 * t) % 11 - 5) / 500),
    B: dates.map((_, t) => t === 3 ? null : ((5 * t) % 13 - 6) / 600),
  };
  const csv = file("returns.csv", csvOfHistory({ dates, series })), arrow = `${FOLDER}/returns.arrow`;
  Deno.writeFileSync(arrow, arrowOf({ dates, series }));
  const outcomes = await Promise.all(
    [csv, arrow].map((path) => optimizeInProcess(["--returns", path, "--method", "min_volatility", "--out", "-"])),
  );
  const [ofCsv, ofArrow] = outcomes.map(({ stdout }) => ({ ...JSON.parse(stdout), engine: null }));
  assert.equal(ofCsv.methods[0].status, "optimal");
  assert.deepEqual(ofArrow, ofCsv);
  const text = `${FOLDER}/text.arrow`;
  Deno.writeFileSync(text, arrowWithText());
  const { code, stderr } = await optimizeInProcess(["--prices", text, "--method", "equal_weight"]);
  assert.equal(code, 2);
  assert.match(stderr, /column "sector" holds text/);
});

Deno.test("command-line options set the assets, dates, frequency, benchmark, risk-free rate, frontier points and seed of a request", async () => {
  const path = file("options.csv", swingingPrices(["A", "B", "C", "INDEX"], 400));
  const { stdout, code, stderr } = await optimizeInProcess([
    ...["--prices", path, "--assets", "A,C", "--benchmark", "INDEX", "--start", "2020-02-01", "--end", "2020-12-31"],
    ...[
      "--frequency",
      "weekly",
      "--rf",
      "0.01",
      "--method",
      "equal_weight",
      "--frontier",
      "3",
      "--seed",
      "9",
      "--out",
      "-",
    ],
  ]);
  assert.equal(stderr, "");
  assert.equal(code, 0);
  const result = JSON.parse(stdout);
  assert.deepEqual(Object.keys(result.assets), ["A", "C"]);
  assert.equal(result.data.frequency, "weekly");
  assert(result.data.start_date >= "2020-02-01" && result.data.end_date <= "2020-12-31");
  assert.equal(result.benchmark.id, "INDEX");
  assert.notEqual(result.assets.A.beta, null);
  assert.equal(result.efficient_frontier.points.length, 3);
  assert.equal(result.engine.seed, 9);
  const { annual_return, annual_volatility, sharpe_ratio } = result.methods[0].metrics;
  assert.ok(Math.abs(sharpe_ratio - (annual_return - 0.01) / annual_volatility) < 1e-12);
});

Deno.test("a price column that an option or the request names as benchmark is not an asset, and names the benchmark", async () => {
  const csv = file("benchmark.csv", swingingPrices(["A", "B", "INDEX"], 400));
  const walk = { rolling_backtest: { benchmark: "INDEX", train_window: 100, rebalance_every: 100 } };
  const request = { methods: ["min_tracking_error"], ...walk };
  const named = file("named.json", JSON.stringify({ ...request, benchmark: "INDEX" }));
  const plain = file("plain.json", JSON.stringify(request));
  const [byOption, byRequest] = await Promise.all([
    optimizeInProcess(["--request", plain, "--prices", csv, "--benchmark", "INDEX", "--out", "-"]),
    optimizeInProcess(["--request", named, "--prices", csv, "--out", "-"]),
  ]);
  assert.equal(byRequest.stderr, "");
  const result = { ...JSON.parse(byRequest.stdout), engine: null };
  assert.deepEqual(Object.keys(result.methods[0].weights), ["A", "B"]);
  assert.equal(result.benchmark.id, "INDEX");
  assert.equal(result.rolling_backtest.benchmark.id, "INDEX");
  assert.deepEqual({ ...JSON.parse(byOption.stdout), engine: null }, result);
});

Deno.test("a constant price column is accepted and reported", async () => {
  const rows = GOOD.trim().split("\n").map((line, i) => `${line},${i === 0 ? "CASH" : "100"}`);
  const path = file("constant.csv", rows.join("\n"));
  const { code, stdout } = await optimizeInProcess(["--prices", path, "--method", "equal_weight"]);
  assert.equal(code, 0);
  assert.match(stdout, /never changes: CASH/);
});

Deno.test("a request for all statistics of assets gives them in the result and the spreadsheet, and another word is refused", async () => {
  const prices = file("statistics.csv", GOOD), spreadsheet = `${FOLDER}/statistics.xlsx`;
  const run = (asset_statistics: string) =>
    optimizeInProcess(
      ["--request", "-", "--prices", prices, "--out", "-", "--spreadsheet", spreadsheet],
      JSON.stringify({ methods: ["equal_weight"], asset_statistics }),
    );
  for (const [statistics, hasAll] of [["standard", false], ["all", true]] as const) {
    const { code, stdout, stderr } = await run(statistics);
    assert.equal(code, 0, stderr);
    const { assets, methods } = JSON.parse(stdout), sheet = readWorkbook(Deno.readFileSync(spreadsheet)).Sheets.Assets;
    const [titles] = workbookRows.sheet_to_json<string[]>(sheet, { header: 1 });
    assert.deepEqual(["tail_gini" in assets.A, titles.includes("tail_gini")], [hasAll, hasAll]);
    assert.ok("sharpe_ratio" in assets.A && titles.includes("sharpe_ratio") && !titles.includes("beta"));
    assert.ok("tail_gini" in methods[0].metrics);
  }
  const { code, stderr } = await run("some");
  assert.equal(code, 2);
  assert.match(stderr, /\/asset_statistics.*Cannot take "some" for "asset_statistics"/);
});

Deno.test("an infeasible method gives exit code 1 and its reason, and the result is written with the run's error", async () => {
  const out = `${FOLDER}/failed.json`;
  const request = JSON.stringify({ moments: MOMENTS, methods: [{ method: "efficient_return", target_return: 99 }] });
  const { code, stderr } = await optimizeInProcess(["--request", "-", "--out", out], request);
  assert.equal(code, 1);
  assert.match(stderr, /efficient_return is infeasible: /);
  const result = JSON.parse(Deno.readTextFileSync(out));
  assert.equal(result.error.code, "methods_failed");
  assert.equal(result.methods[0].status, "infeasible");
});

Deno.test("command-line options set the periods of a year, partial periods, and what doubts do", async () => {
  const path = file("year.csv", swingingPrices(["A", "B"], 400)), method = ["--method", "equal_weight", "--out", "-"];
  const run = async (...options: string[]) => await optimizeInProcess(["--prices", path, ...method, ...options]);
  const [usual, other] = [
    await run("--frequency", "monthly"),
    await run("--frequency", "monthly", "--periods-per-year", "13"),
  ];
  const volatilityOf = ({ stdout }: { stdout: string }): number =>
    JSON.parse(stdout).methods[0].metrics.annual_volatility;
  assert.ok(Math.abs(volatilityOf(other) / volatilityOf(usual) - Math.sqrt(13 / 12)) < 1e-12);
  assert.equal(JSON.parse(other.stdout).data.periods_per_year, 13);
  const counted = await run("--frequency", "monthly", "--partial-periods", "count");
  const observations = ({ stdout }: { stdout: string }): number => JSON.parse(stdout).data.observations;
  assert.equal(observations(counted), observations(usual) + 1);
  const doubtful = JSON.stringify({ starting_portfolio: { A: 40, B: 60 } });
  const refused = await optimizeInProcess(
    ["--request", "-", "--prices", path, "--method", "equal_weight", "--doubts", "refuse"],
    doubtful,
  );
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /\/starting_portfolio: The weights at \/starting_portfolio/);
});

Deno.test("prices of quarters are refused with what to send, and with that run as quarters", async () => {
  const days = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2018, 3 * i + 3, 0)).toISOString().slice(0, 10));
  const rows = days.map((day, i) => `${day},${100 * 1.02 ** i + (i % 3)},${50 * 1.01 ** i + (i % 2)}`);
  const args = ["--prices", file("quarters.csv", ["date,A,B", ...rows].join("\n")), "--method", "equal_weight"];
  const refused = await optimizeInProcess(args);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /the dates are about 92 days apart, send "frequency": "monthly" and "periods_per_year": 4, so that each return is/,
  );
  const year = ["--frequency", "monthly", "--periods-per-year"];
  const { code, stdout } = await optimizeInProcess([...args, ...year, "4", "--out", "-"]);
  assert.equal(code, 0);
  const { data, methods: [{ metrics }] } = JSON.parse(stdout);
  assert.deepEqual([data.observations, data.periods_per_year], [23, 4]);
  assert.ok(metrics.annual_return > 0.04 && metrics.annual_return < 0.08, String(metrics.annual_return));
  const [{ code: told, detail }] = data.doubts.filter(({ code }: { code: string }) => code === "longer_periods");
  assert.equal(told, "longer_periods");
  assert.match(detail, /^The dates are about 91 days apart: each return called monthly is that of such a period/);
  assert.equal((await optimizeInProcess([...args, ...year, "12"])).code, 2);
});

Deno.test("a refused request on a file says how the file was read", async () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `2024-01-${String(i + 1).padStart(2, "0")},9,11,8,${10 + i % 3},500`,
  );
  const path = file("SHARE.csv", ["Date,Open,High,Low,Close,Volume", ...rows].join("\n"));
  const { code, stderr } = await optimizeInProcess(["--prices", path, "--method", "min_volatility"]);
  assert.equal(code, 2);
  assert.match(stderr, /it needs at least 2 assets, the request has 1/);
  assert.match(stderr, /took "Close" as the price of SHARE/);
});

Deno.test("rules that cannot be met are refused with the doubts about them", async () => {
  const limits = file("units.json", JSON.stringify({ weight_bounds: { min: 5, max: 60 } }));
  const path = file("units.csv", GOOD);
  const { code, stderr } = await optimizeInProcess([
    ...["--prices", path, "--method", "min_volatility", "--constraints", limits],
  ]);
  assert.equal(code, 2);
  assert.match(stderr, /constraints_infeasible/);
  assert.match(stderr, /check: The limit of 60 at \/constraints\/weight_bounds\/max/);
});

Deno.test("constraints that conflict given the expected returns fail the run, and the result names the conflicting rules", async () => {
  const out = `${FOLDER}/conflict.json`;
  const request = JSON.stringify({
    moments: MOMENTS,
    methods: ["min_volatility"],
    constraints: { min_return: 0.4, weight_bounds: { assets: { B: { max: 0.1 } } } },
  });
  const { code } = await optimizeInProcess(["--request", "-", "--out", out], request);
  assert.equal(code, 1);
  const { error } = JSON.parse(Deno.readTextFileSync(out));
  assert.equal(error.code, "constraints_infeasible");
  const families = error.conflict.rules.map(({ family }: { family: string }) => family);
  // The budget is left out of the compared rules, because a conflict may or may not name it.
  const named = families.filter((family: string) => family !== "budget");
  assert.deepEqual(named.sort(), ["min_return", "weight_bounds"]);
});

/**
 * Refused runs of the optimize command: what is refused, the arguments, standard input, the code and pointers of the
 * problem document, and a pattern that its sentences match.
 */
const REFUSED: readonly (readonly [
  promise: string,
  args: () => string[],
  stdin: string,
  code: string,
  pointers: string[],
  detail: RegExp,
])[] = [
  ["a request that is not JSON", () => ["--request", "-"], "{", "malformed_json", [""], /not JSON/],
  [
    "a price of zero",
    () => csvOf("date,A,B\n2020-01-01,1,11\n2020-01-02,0,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    ["/prices/series/A/1"],
    /above 0 \(line 3, column 2\)/,
  ],
  [
    "a repeated name in the constraints",
    () => [...csvOf(GOOD), "--constraints", "-"],
    '{"budget":{},"budget":{}}',
    "validation_failed",
    ["/constraints/budget"],
    /the name "budget" twice/,
  ],
  ["too few observations", () => csvOf("date,A,B\n2020-02-01,1,2\n2020-02-02,2,2\n"), "", "validation_failed", [
    "/prices",
  ], /only 1 daily return is common/],
  [
    "prices whose ratio overflows",
    () => csvOf("date,A,B\n2020-01-01,5e-324,11\n2020-01-02,1,12\n2020-01-03,2,13\n"),
    "",
    "validation_failed",
    ["/prices/series/A/1"],
    /ends on 2020-01-02: it is above 1000000/,
  ],
  [
    "bounds that cannot meet the budget",
    () => [...csvOf(GOOD), "--constraints", file("constraints.json", '{"weight_bounds":{"max":0.1}}')],
    "",
    "constraints_infeasible",
    [],
    /constraints/,
  ],
];

Deno.test("control characters of a price file are escaped in messages, so that they cannot control the terminal", async () => {
  const cells = [
    ["date,A\u001b[31m,B\n2024-01-01,1,2\n2024-01-02,2,3\n", /\\u001b/],
    ["date,A,B\n2024-01-01\u001b[2J,1,2\n2024-01-02,2,3\n", /\\u001b/],
    ["date,A,B\n2024-01-01,1\u009b0m,2\n2024-01-02,2,3\n", /\\u009b/],
    // A line break in a heading is a blank of the name.
    ['date,"A\nvalidation_failed",B\n2024-01-01,1,2\n2024-01-02,2,3\n', /"A validation_failed"/],
  ] as const;
  for (const [text, pattern] of cells) {
    const { code, stdout, stderr } = await optimizeInProcess(csvOf(text));
    assert.equal(code, 2, stderr);
    assert.match(stderr, pattern);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    assert.equal(stderr.trim().split("\n").filter((line) => line.startsWith("validation_failed")).length, 1, stderr);
  }
});

function csvOf(text: string): string[] {
  return ["--prices", file(`${text.length}.csv`, text), "--method", "min_volatility"];
}

for (const [promise, args, stdin, code, pointers, detail] of REFUSED) {
  Deno.test(`optimize refuses ${promise} with exit code 2 and writes the problem, with pointers, in place of the result`, async () => {
    const folder = Deno.makeTempDirSync({ dir: FOLDER });
    const outcome = await optimizeInProcess([...args(), "--out", `${folder}/out.json`], stdin);
    assert.equal(outcome.code, 2, outcome.stderr);
    assert.equal(outcome.stdout, "");
    assert.deepEqual(namesIn(folder), ["out.json"]);
    const problem = JSON.parse(Deno.readTextFileSync(`${folder}/out.json`));
    assert.equal(problem.code, code);
    const details: string[] = problem.errors.map((fault: { detail: string }) => fault.detail);
    assert.match([problem.detail, ...details].join("\n"), detail);
    if (pointers.length > 0) {
      assert.deepEqual(problem.errors.map(({ pointer }: { pointer: string }) => pointer), pointers);
    }
    for (const { pointer } of problem.errors) assert(outcome.stderr.includes(`  ${pointer || '""'}: `));
    for (const told of details) assert.equal(outcome.stderr.split(told).length - 1, 1, outcome.stderr);
  });
}

Deno.test("--backtest and --monte-carlo print their summaries, and fill the result and the charts", async () => {
  const [out, charts] = [`${FOLDER}/later.json`, `${FOLDER}/later`];
  const request = file("later_request.json", JSON.stringify({ methods: ["min_volatility"], frequency: "daily" }));
  const args = [
    "--request",
    request,
    "--prices",
    file("later.csv", swingingPrices(["A", "B", "C"], 400)),
    "--seed",
    "5",
  ];
  const beside = ["--backtest", "--monte-carlo", "2000", "--out", out, "--charts", charts];
  const { code, stdout, stderr } = await optimizeInProcess([...args, ...beside]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^walk-forward from 2020-09-10 to 2021-02-03, 7 rebalances, returns without costs$/m);
  assert.match(stdout, /^min_volatility +-?[\d.]+ % +[\d.]+ % +-?[\d.]+ +[\d.]+ % +[\d.]+ % +0\.00 % +0$/m);
  assert.match(stdout, /^2,000 paths of min_volatility over 252 periods$/m);
  assert.match(stdout, /^mean [\d.]+, loss [\d.]+ %, ruin 0\.00 %, value at risk -?[\d.]+ %, conditional -?[\d.]+ %$/m);
  const { rolling_backtest: section, monte_carlo: simulation } = JSON.parse(Deno.readTextFileSync(out));
  assert.deepEqual([section.config.train_window, section.methods[0].rebalances.length], [252, 7]);
  assert.deepEqual([simulation.paths, simulation.horizon, simulation.fan.steps[0]], [2_000, 252, 0]);
  for (const chart of ["backtest_equity.svg", "simulation_fan.svg"]) assert(namesIn(charts).includes(chart), chart);
});

Deno.test("--backtest and --monte-carlo use the settings that the request gives for them", async () => {
  const plans = {
    methods: ["equal_weight", { method: "min_volatility", key: "calm" }],
    rolling_backtest: { train_window: 40, rebalance_every: 10, methods: ["calm"], cost_bps: 10 },
    monte_carlo: { method: "calm", model: "bootstrap", horizon: 12, goal: 1.1 },
  };
  const args = [
    "--request",
    "-",
    "--prices",
    file("plans.csv", GOOD),
    "--backtest",
    "--monte-carlo",
    "300",
    "--out",
    "-",
  ];
  const { code, stdout, stderr } = await optimizeInProcess(args, JSON.stringify(plans));
  assert.equal(code, 0, stderr);
  const { rolling_backtest: section, monte_carlo: simulation } = JSON.parse(stdout);
  assert.deepEqual(section.methods.map(({ key }: { key: string }) => key), ["calm"]);
  assert(section.methods[0].rebalances.every(({ cost }: { cost: number }) => cost > 0));
  assert.deepEqual([simulation.paths, simulation.horizon], [300, 12]);
  assert(simulation.probability_of_goal >= 0);
});

Deno.test("simulating a method without weights gives exit code 1 and a sentence, and no simulation in the result", async () => {
  const body = {
    moments: MOMENTS,
    methods: ["min_volatility", { method: "efficient_return", target_return: 900, key: "far" }],
    monte_carlo: { method: "far" },
  };
  const { code, stdout, stderr } = await optimizeInProcess(["--request", "-", "--out", "-"], JSON.stringify(body));
  assert.equal(code, 1);
  assert.match(stderr, /monte_carlo: Cannot simulate method "far" of the run: it has no weights/);
  assert.equal(JSON.parse(stdout).monte_carlo, null);
});

Deno.test("an impossible walk-forward backtest or simulation is refused with exit code 2 at its pointer", async () => {
  const cases = [
    [["--backtest"], "/rolling_backtest/train_window"],
    [["--monte-carlo", "0"], "/monte_carlo/paths"],
    [["--monte-carlo", "many"], "/monte_carlo/paths"],
  ] as const;
  for (const [options, pointer] of cases) {
    const args = ["--prices", file("short.csv", GOOD), "--method", "equal_weight", ...options];
    const { code, stderr } = await optimizeInProcess(args);
    assert.equal(code, 2);
    assert(stderr.includes(`  ${pointer}: `), stderr);
  }
});

Deno.test("a refusal prints a long name shortened, and writes its whole pointer", async () => {
  const name = "N".repeat(10_000), out = `${FOLDER}/long_name.json`;
  const prices = file("long_name.csv", GOOD.replace("A,", `${name},`));
  const { code, stderr } = await optimizeInProcess(["--prices", prices, "--method", "equal_weight", "--out", out]);
  assert.equal(code, 2);
  assert(stderr.length < 500, stderr);
  assert.equal(JSON.parse(Deno.readTextFileSync(out)).errors[0].pointer, `/prices/series/${name}`);
});

Deno.test("a refusal prints a name with a control character in one line", async () => {
  const prices = file("control.csv", GOOD.replace("A,", "A\u0007B,"));
  const { code, stderr } = await optimizeInProcess(["--prices", prices, "--method", "equal_weight"]);
  assert.equal(code, 2);
  assert(stderr.includes("/prices/series/A\\u0007B: "), stderr);
});

Deno.test("--report writes the full report of the result as PDF", async () => {
  const report = `${FOLDER}/report.pdf`;
  const { code, stdout, stderr } = await optimizeInProcess([...csvOf(GOOD), "--report", report]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, new RegExp(`report in ${report}`));
  assert.match(new TextDecoder("latin1").decode(Deno.readFileSync(report)), /^%PDF-1\.7[^]*%%EOF/);
});

Deno.test(fullTest("--report writes the full report of the result as PDF, the same bytes from two processes", {
  heldBy: "--report writes the full report of the result as PDF",
}, async () => {
  const [first, second] = [`${FOLDER}/first.pdf`, `${FOLDER}/second.pdf`];
  const method = ["--method", "min_volatility", "--monte-carlo", "1000", "--report"];
  const [{ code, stdout }] = await Promise.all([
    runOptimize([...method, first]),
    optimizeInProcess([...method, second]),
  ]);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`report in ${first}`));
  const bytes = Deno.readFileSync(first);
  assert.match(new TextDecoder("latin1").decode(bytes), /^%PDF-1\.7[^]*%%EOF/);
  assert.deepEqual(Deno.readFileSync(second), bytes);
}));

Deno.test("a report path in a missing folder is refused with exit code 2", async () => {
  const { code, stderr } = await optimizeInProcess(["--report", `${FOLDER}/nowhere/report.pdf`]);
  assert.equal(code, 2);
  assert.match(stderr, /Cannot write ".*report\.pdf": its folder does not exist/);
});

Deno.test("--charts writes the charts of the result as SVG into a folder, which it creates where missing", async () => {
  const folder = `${FOLDER}/new/charts`;
  const { code, stdout } = await optimizeInProcess(["--method", "min_volatility", "--charts", folder]);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`5 charts in ${folder}`));
  assert.deepEqual(namesIn(folder).sort(), [
    "correlation.svg",
    "cumulative_return.svg",
    "drawdown.svg",
    "risk_contributions.svg",
    "weights.svg",
  ]);
  assert.match(Deno.readTextFileSync(`${folder}/weights.svg`), /^<svg [^]*<\/svg>\n$/);
});

Deno.test("--spreadsheet writes a workbook whose sheets have the weights and the monthly backtest returns of --out", async () => {
  const [out, path] = [`${FOLDER}/told.json`, `${FOLDER}/told.xlsx`];
  const prices = ["--prices", file("told.csv", swingingPrices(["A", "B", "C"], 400)), "--method", "min_volatility"];
  const args = [...prices, "--frontier", "5", "--backtest", "--capital", "1e6"];
  const { code, stdout } = await optimizeInProcess([...args, "--out", out, "--spreadsheet", path]);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`spreadsheet in ${path}`));
  const { methods: [{ weights }], rolling_backtest } = JSON.parse(Deno.readTextFileSync(out));
  const { SheetNames, Sheets } = readWorkbook(Deno.readFileSync(path));
  assert.deepEqual(
    SheetNames.filter((name) => /^(Weights|Frontier|Allocation|Rebalances|Months)$/.test(name)).length,
    5,
  );
  const rows = workbookRows.sheet_to_json<[string, number]>(Sheets.Weights, { header: 1 }).slice(1);
  assert.deepEqual(Object.fromEntries(rows), weights);
  const months = workbookRows.sheet_to_json<[string, number]>(Sheets["Backtest months"], { header: 1 }).slice(1);
  assert.deepEqual(Object.fromEntries(months), rolling_backtest.methods[0].returns_by_month);
});

Deno.test("a spreadsheet path in a missing folder is refused with exit code 2 and prints no result", async () => {
  const { code, stdout, stderr } = await optimizeInProcess(["--spreadsheet", `${FOLDER}/nowhere/told.xlsx`]);
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /its folder does not exist/);
});

Deno.test("a chart folder that cannot be created is refused with exit code 2 and prints no result", async () => {
  const { code, stdout, stderr } = await optimizeInProcess(["--charts", file("taken", "")]);
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /Cannot write charts to/);
});

Deno.test("an unknown or repeated option, an option without value, a missing file and a stray word give exit code 2", async () => {
  const uses = [["--foo"], ["--seed", "1", "--seed", "2"], ["--seed"], [
    "--prices",
    `${FOLDER}/none.csv`,
    "--method",
    "hold",
  ], ["extra"]];
  const outcomes = await Promise.all(uses.map((args, i) => i === 0 ? optimizeAlone(args) : optimizeInProcess(args)));
  assert.deepEqual(outcomes.map(({ code }) => code), uses.map(() => 2));
  for (const [i, word] of ["--foo", "--seed", "--seed", "none.csv", "extra"].entries()) {
    assert(outcomes[i].stderr.includes(word), outcomes[i].stderr);
  }
});

Deno.test("an unreadable input file gives exit code 2 and one line with the reason, and the old result stays", async () => {
  const out = file("old.json", "old");
  const packed = `${FOLDER}/cut.csv.gz`;
  const gzip = new Blob([GOOD]).stream().pipeThrough(new CompressionStream("gzip"));
  Deno.writeFileSync(packed, (await new Response(gzip).bytes()).subarray(0, 100));
  Deno.writeFileSync(`${FOLDER}/binary.csv`, Uint8Array.from({ length: 600 }, (_, i) => i * 37 % 256));
  const method = ["--method", "min_volatility"];
  const reads: readonly (readonly [string[], RegExp])[] = [
    [["--prices", file("text.csv.gz", "no gzip"), ...method], /text\.csv\.gz": it is not a complete gzip file/],
    [["--prices", packed, ...method], /cut\.csv\.gz": it is not a complete gzip file/],
    [["--prices", `${FOLDER}/binary.csv`, ...method], /binary\.csv": it is not text in UTF-8/],
    [["--prices", FOLDER, ...method], /it is a folder/],
    [["--request", FOLDER], /it is a folder/],
    [[...csvOf(GOOD), "--constraints", FOLDER], /it is a folder/],
  ];
  for (const [args, sentence] of reads) {
    const { code, stderr } = await optimizeInProcess([...args, "--out", out]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, sentence);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.equal(Deno.readTextFileSync(out), "old");
  }
});

Deno.test("--out to a symbolic link writes the whole result to the link's target and keeps the link", async () => {
  const folder = Deno.makeTempDirSync({ dir: FOLDER });
  Deno.mkdirSync(`${folder}/inner`);
  Deno.writeTextFileSync(`${folder}/inner/result.json`, "old");
  Deno.symlinkSync("inner/result.json", `${folder}/link.json`);
  const { code, stderr } = await optimizeInProcess([...csvOf(GOOD), "--out", `${folder}/link.json`]);
  assert.equal(code, 0, stderr);
  assert(Deno.lstatSync(`${folder}/link.json`).isSymlink);
  assert.equal(JSON.parse(Deno.readTextFileSync(`${folder}/inner/result.json`)).methods.length, 1);
  assert.deepEqual([namesIn(folder), namesIn(`${folder}/inner`)], [["inner", "link.json"], ["result.json"]]);
});

Deno.test("--out /dev/null is accepted", async () => {
  const { code, stderr } = await optimizeInProcess([...csvOf(GOOD), "--out", "/dev/null"]);
  assert.equal(code, 0, stderr);
});

Deno.test("--help explains the options with exit code 0", async () => {
  const { code, stdout } = await optimizeAlone(["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /--constraints FILE/);
});

Deno.test("an --out path that cannot be written is refused with exit code 2 and the reason", async () => {
  const folder = Deno.makeTempDirSync({ dir: FOLDER });
  Deno.mkdirSync(`${folder}/taken`);
  Deno.symlinkSync("gone.json", `${folder}/dead.json`);
  const places: readonly (readonly [string, RegExp])[] = [
    [`${folder}/taken`, /taken": it is a folder/],
    [`${folder}/none/out.json`, /out\.json": its folder does not exist/],
    [`${folder}/dead.json`, /dead\.json": it is a link to a file that does not exist/],
    ["", /--out needs the name of a file/],
  ];
  for (const [out, sentence] of places) {
    const { code, stderr } = await optimizeInProcess([...csvOf(GOOD), "--out", out]);
    assert.equal(code, 2);
    assert.match(stderr, sentence);
  }
  assert.deepEqual(namesIn(folder), ["dead.json", "taken"]);
});

Deno.test(fullTest("an --out path without the permission to write is refused with exit code 2 and the reason", {
  heldBy: "an --out path that cannot be written is refused with exit code 2 and the reason",
}, async () => {
  const { code, stderr } = await runOptimize([...csvOf(GOOD), "--out", "/proc/x"]);
  assert.equal(code, 2);
  assert.match(stderr, /"\/proc\/x": the task was started without the permission to write there/);
}));

Deno.test(testInTurn("Ctrl-C in the middle of a long run ends it with exit code 130 and no file", async () => {
  const folder = Deno.makeTempDirSync({ dir: FOLDER });
  const names = Array.from({ length: 200 }, (_, k) => `A${k}`);
  const options = ["--method", "min_mad", "--frontier", "500", "--out", `${folder}/out.json`];
  const child = startOptimize(["--prices", "-", ...options], null);
  await feed(child, swingingPrices(names, 1_200));
  child.kill("SIGINT");
  const { code, stderr } = await outcomeOf(child);
  assert.equal(code, 130, stderr);
  assert.match(stderr, /Interrupted/);
  assert.deepEqual(namesIn(folder), []);
}));
