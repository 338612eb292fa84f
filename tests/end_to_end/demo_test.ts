import assert from "node:assert/strict";
import { startDemoProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { partOf, testedCases, testInTurn } from "../support/tier.ts";

/** Tests that each run the whole demo in a process of its own. `deno task test` runs one of them. */
const DEMOS: readonly (readonly [name: string, show: () => Promise<void>])[] = [
  [
    "the demo with --once prints the results of a run, leaves no files and does not touch the configured installation",
    assertShowsOnce,
  ],
  [
    "the demo serves its download links and API key until SIGINT, then exits with 0 and deletes its folder",
    assertServes,
  ],
  [
    "a demo interrupted before its run has ended says so, exits with 1 and leaves no files",
    assertInterrupted,
  ],
];

for (const [name, show] of testedCases(DEMOS)) Deno.test(name, show);

async function assertShowsOnce(): Promise<void> {
  await using folder = await temporaryFolder({ ".data/kv.sqlite3": "kept" });
  await using temporary = await temporaryFolder();
  const settings = {
    DATA_DIR: `${folder.path}/.data`,
    KV_PATH: `${folder.path}/.data/kv.sqlite3`,
    MAIL_URL: "smtp://127.0.0.1:1",
    MARKET_DATA: "files:nowhere",
    PUBLIC_URL: "https://portfolio.example",
  };
  await using demo = startDemoProcess({ ...settings, TMPDIR: temporary.path, HTTPS_PORT: "0" }, ["--once"]);
  const { code, output } = await demo.ended();
  assert.equal(code, 0, output);
  assert.match(output, /: succeeded$/m);
  assert.match(output, /^NSE:EXMANGO +8\.33 % +25\.00 %/m);
  assert.match(output, /^proven optimal +- +yes +yes +yes +yes +-$/m);
  assert.match(output, /^efficient frontier: 20 points/m);
  assert.match(output, /^charts: weights, .*frontier.*\ncharts of the backtest: equity, /m);
  assert.match(
    output,
    /^walk-forward from 2020-12-23 to 2024-12-31, 50 rebalances, returns net of costs of 10 basis points$/m,
  );
  assert.match(output, /^100,000 paths of min_volatility over 252 periods$/m);
  assert.match(output, /^report {3}report_full\.pdf among the files of the run$/m);
  assert.doesNotMatch(output, /pos_|Serving|\/downloads\//);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(temporary.path)), []);
  const kept = await Array.fromAsync(Deno.readDir(settings.DATA_DIR));
  assert.deepEqual(kept.map(({ name }) => name), ["kv.sqlite3"]);
  assert.equal(await Deno.readTextFile(settings.KV_PATH), "kept");
}

async function assertServes(): Promise<void> {
  await using folder = await temporaryFolder();
  await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: "0" });
  await demo.printed(/^Serving until Ctrl-C/);
  const [, certificate, link] = /--cacert (\S+) -o weights\.svg '(.*)'/.exec(await demo.printed(/weights\.svg/)) ??
    [];
  const [, key, list] = /-H 'X-API-Key: (\S+)' (\S+)/.exec(await demo.printed(/X-API-Key/)) ?? [];
  {
    using tls = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(certificate)] });
    const chart = await fetch(link, { client: tls });
    assert.match(await chart.text(), /^<svg/);
    const [, reportLink] = /-o report\.pdf '(.*)'/.exec(await demo.printed(/report\.pdf/)) ?? [];
    assert.match(await (await fetch(reportLink, { client: tls })).text(), /^%PDF-/);
    const files = await fetch(list, { client: tls, headers: { "x-api-key": key } });
    assert.equal((await files.json()).items.length, 22);
  }
  demo.kill("SIGINT");
  const { code, output } = await demo.ended();
  assert.equal(code, 0, output);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder.path)), []);
}

async function assertInterrupted(): Promise<void> {
  await using folder = await temporaryFolder();
  await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: "0" }, ["--once"]);
  await demo.printed(/^service /);
  demo.kill("SIGINT");
  const { code, output } = await demo.ended();
  assert.equal(code, 1, output);
  assert.match(output, /^Interrupted: /m);
  assert.doesNotMatch(output, /\n\s+at /);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder.path)), []);
}

Deno.test(
  testInTurn(
    "the demo exits with 2 and a sentence for a port in use, an invalid setting or an unknown option",
    async () => {
      await using folder = await temporaryFolder();
      using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      for (const port of partOf([String(taken.addr.port), "x"])) {
        await using demo = startDemoProcess({ TMPDIR: folder.path, HTTPS_PORT: port }, ["--once"]);
        const { code, output } = await demo.ended();
        assert.equal(code, 2, output);
        assert.match(output, new RegExp(`^Cannot .*HTTPS_PORT "?${port}"?.*\n$`));
      }
      await using demo = startDemoProcess({ TMPDIR: folder.path }, ["--twice"]);
      const { code, output } = await demo.ended();
      assert.equal(code, 2);
      assert.match(output, /^Cannot use "--twice"\n/);
      assert.deepEqual(await Array.fromAsync(Deno.readDir(folder.path)), []);
    },
  ),
);
