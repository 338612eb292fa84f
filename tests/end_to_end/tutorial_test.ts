import assert from "node:assert/strict";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { SIMULATION_MODELS } from "../../src/simulation/monte_carlo/mod.ts";
import { assertStated } from "../support/assert_stated.ts";
import { canWalk, walk, type Walked } from "../support/documented_walk.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { optimizeInProcess } from "../support/optimize_in_process.ts";
import { startDemoProcess } from "../support/service_process.ts";
import { normalNumbers } from "../support/synthetic_series.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest, testInTurn } from "../support/tier.ts";

const README = markdownDocument("README.md");
const DEMO = markdownDocument("docs/tutorial/1_demo.md");
const LOCAL_FILES = markdownDocument("docs/tutorial/2_local_files.md");
const CATALOGUE = markdownDocument("docs/tutorial/3_catalogue.md");
const SERVICE = markdownDocument("docs/tutorial/6_service.md");

Deno.test(
  fullTest("the demo prints what the tutorial shows, apart from ids, secrets and times, and exits with 0 on SIGTERM", {
    heldBy: "the optimize command prints the portfolio table that the tutorial shows for the demo",
  }, async () => {
    await using folder = await temporaryFolder();
    await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: "0" });
    await demo.printed(/^Serving until Ctrl-C/);
    demo.kill("SIGTERM");
    const { code, output } = await demo.ended();
    assert.equal(code, 0, output);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder.path)), []);
    const expected = demoBlock().split("\n").map(patternOf);
    const lines = output.split("\n");
    assert.equal(lines.length, expected.length, output);
    for (const [index, line] of lines.entries()) assert.match(line, expected[index]);
  }),
);

Deno.test("the optimize command prints the portfolio table that the tutorial shows for the demo", async () => {
  const { code, stdout } = await optimizeInProcess([]);
  assert.equal(code, 0);
  assert.ok(demoBlock().includes(`\n${stdout}`), stdout);
});

Deno.test(
  testInTurn(
    "every optimize command that the README and the tutorial show succeeds on files of the described forms",
    async () => {
      const [request, plan] = LOCAL_FILES.blocks("json");
      await using folder = await temporaryFolder({
        "prices.csv": priceTable("Date,AAA,BBB,CCC,DDD,EEE,FFF"),
        "request.json": request,
        "plan.json": plan,
        "market/prices/NSE/all.csv": priceTable("date,RELIANCE,TCS,INFY"),
      });
      const runs = [README, DEMO, LOCAL_FILES].flatMap((document) => document.blocks("").flatMap(localRuns));
      assert.ok(runs.length >= 6, `${runs.length} runs`);
      for (
        const { market, args } of runs.filter(({ args }) => args.length > 0)
      ) {
        const here = args.map((word) => /\.(csv|json)$/.test(word) ? `${folder.path}/${word}` : word);
        const environment = { MARKET_DATA: market === undefined ? "sample" : `files:${folder.path}/${market}` };
        const { code, stderr } = await optimizeInProcess(here, "", environment);
        assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
      }
    },
  ),
);

Deno.test("the tutorial's group and factor exposure limits hold in the optimum, and their values are reported correctly", async () => {
  const shown = CATALOGUE.blocks("json").find((text) => text.includes('"loadings"'));
  assert.ok(shown !== undefined, "the tutorial shows no loadings");
  const body = JSON.parse(shown);
  await using folder = await temporaryFolder({
    "prices.csv": priceTable("Date,AAA,BBB,CCC,DDD,EEE,FFF"),
    "request.json": JSON.stringify({ ...body, methods: ["min_volatility"] }),
  });
  const files = ["--request", `${folder.path}/request.json`, "--prices", `${folder.path}/prices.csv`];
  const { code, stdout, stderr } = await optimizeInProcess([...files, "--out", "-"]);
  assert.equal(code, 0, stderr);
  const [{ weights, constraint_report: told }] = JSON.parse(stdout).methods;
  const { groups: { map }, factor_exposure: { loadings } } = body.constraints;
  const expected = (coefficientOf: (asset: string) => number): number =>
    Object.entries<number>(weights).reduce((sum, [asset, weight]) => sum + coefficientOf(asset) * weight, 0);
  const rules = told.filter(({ rule }: { rule: string | null }) => rule !== null);
  assert.deepEqual(rules.map(({ rule }: { rule: string }) => rule).sort(), ["energy", "health", "size", "value"]);
  for (const { family, rule, value, min, max } of rules) {
    const sum = expected((asset) => family === "groups" ? Number(map[asset] === rule) : loadings[asset]?.[rule] ?? 0);
    assert.ok(Math.abs(value - sum) < 1e-12, `${rule}: ${value} for ${sum}`);
    assert.ok(value >= (min ?? -Infinity) - 1e-9 && value <= (max ?? Infinity) + 1e-9, `${rule}: ${value}`);
  }
});

Deno.test("every request in the tutorial's commands is to an endpoint of the service", () => {
  const requests = SERVICE.blocks("sh").flatMap(requestsIn);
  assert.ok(requests.length >= 30, `${requests.length} requests`);
  for (const { method, path } of requests) {
    const isMeant = ({ contract }: Endpoint): boolean =>
      contract.method === method && contract.path.replaceAll(/\{\w+\}/g, "{}") === path;
    assert.ok(ENDPOINTS.some(isMeant), `${method} ${path}`);
  }
});

Deno.test(fullTest(
  "the commands of the tutorial's part on the service all work, one after the other, from an empty folder",
  {
    heldBy: "every request in the tutorial's commands is to an endpoint of the service",
    ignore: !await canWalk(),
  },
  () => walk(SERVICE, assertPrograms),
));

Deno.test("the tutorial lists exactly the methods, constraints, return and covariance estimators, and simulation models", () => {
  const listed = new Map(CATALOGUE.rows().map(([name, text]) => [name, identifiersOf(text)]));
  const registered: Readonly<Record<string, readonly string[]>> = {
    methods: METHODS.ids,
    rules: CONSTRAINT_FAMILIES.ids,
    "expected returns": EXPECTED_RETURNS.ids,
    covariance: COVARIANCES.ids,
    simulations: SIMULATION_MODELS.ids,
  };
  for (const [kind, ids] of Object.entries(registered)) {
    const names = listed.get(kind) ?? [];
    assertStated(ids.filter((id) => !names.includes(id)), `Add to the row "${kind}" of docs/tutorial/3_catalogue.md`);
    assert.deepEqual(names, ids, `docs/tutorial/3_catalogue.md, row "${kind}"`);
  }
});

function demoBlock(): string {
  const shown = DEMO.blocks("").find((text) => text.startsWith("service "));
  assert.ok(shown !== undefined, "the tutorial shows no output of the demo");
  return shown;
}

/** Returns the requests that the commands of a block send with curl, `{}` in place of each variable in their paths. */
function requestsIn(block: string): readonly { readonly method: string; readonly path: string }[] {
  const calls = [...block.matchAll(/\bapi ((?:-\w+ )?)"?\$API(\/[^\s"?;)]*)([^|;\n)]*)/g)];
  return calls.map(([, , path, options]) => {
    const named = / -X (\w+)/.exec(options)?.[1];
    return {
      method: named ?? (options.includes(" --json ") ? "POST" : "GET"),
      path: path.replaceAll(/\$\w+/g, "{}"),
    };
  });
}

/** Parts of the tutorial's output that differ on each run, each with the pattern that matches any value. */
const VARIES: readonly (readonly [RegExp, string])[] = [
  [/\/tmp\//g, "\\S*/"],
  [/:8443/g, ":\\d+"],
  [/run_\w+/g, "run_\\w+"],
  [/Token: \w+/g, "Token: [\\w-]+"],
  [/\d+\\\.\d\d s\b/g, "\\d+\\.\\d\\d s"],
  [/[\w-]*…/g, "\\S*"],
];

function patternOf(line: string): RegExp {
  const escaped = line.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${VARIES.reduce((text, [from, to]) => text.replace(from, to), escaped)}$`);
}

/**
 * Returns the arguments of each `deno task optimize` command in a block, with the market data folder that the command
 * names.
 */
function localRuns(
  block: string,
): readonly { readonly market: string | undefined; readonly args: readonly string[] }[] {
  const call = /^(?:MARKET_DATA=files:(\S+) )?npx --yes deno@\S+ task optimize(.*)$/gm;
  return [...block.matchAll(call)].map(([, market, rest]) => ({ market, args: rest.split(" ").filter(Boolean) }));
}

/** Returns a CSV of 600 days of random prices with one random walk per column of the given header line. */
function priceTable(head: string): string {
  const normal = normalNumbers(12345);
  const prices = head.split(",").slice(1).map(() => 100);
  const lines = Array.from({ length: 600 }, (_, day) => {
    const date = new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10);
    for (const index of prices.keys()) prices[index] *= Math.exp(0.0005 + 0.01 * normal());
    return [date, ...prices.map((price) => price.toFixed(4))].join();
  });
  return [head, ...lines, ""].join("\n");
}

/** Returns the identifiers in a table cell. A remark after a semicolon and phrases of several words are ignored. */
function identifiersOf(text: string): readonly string[] {
  return text.split(";")[0].split(", ").filter((word) => /^\w+$/.test(word));
}

/** Runs the TypeScript programs of the tutorial with the documented command and the API key of its earlier commands. */
async function assertPrograms({ dataDir, key, here }: Walked): Promise<void> {
  const programs = SERVICE.blocks("ts").map(here);
  const command = SERVICE.blocks("").find((text) => text.startsWith("KEY=$KEY "));
  assert.ok(command !== undefined && programs.length > 0);
  const words = command.trim().split(" ");
  for (const program of programs) {
    const child = new Deno.Command(Deno.execPath(), {
      args: words.slice(words.indexOf("deno") + 1),
      cwd: new URL("../../", import.meta.url),
      env: { KEY: key, DENO_CERT: `${dataDir}/tls/certificate.pem`, NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const output = child.output();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(program));
    await writer.close();
    const { success, stdout, stderr } = await output;
    assert.ok(success, new TextDecoder().decode(stderr));
    assert.match(new TextDecoder().decode(stdout), /"NSE:EXMANGO": 0\.\d+/);
  }
}
