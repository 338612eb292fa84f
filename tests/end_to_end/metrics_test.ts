import assert from "node:assert/strict";
import { COUNTERS, DURATIONS, GAUGES } from "../../src/runtime/instruments.ts";
import { firstFile } from "../support/first_file.ts";
import { freePort } from "../support/free_port.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../support/postgres_server.ts";
import { type Sample, samplesOf, valueOf } from "../support/prometheus_text.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

sharesPostgres();
/** Prometheus's own program, which checks a scrape where it is installed; the strict reader of tests always does. */
const PROMTOOL = firstFile([Deno.env.get("PROMTOOL") ?? "/usr/bin/promtool"]);

Deno.test(testInTurn({
  name:
    "a service and a job runner tell their queue, runs, workers, trips to the store and memory at /metrics, each on a port of its own",
  ignore: !hasPostgres(),
  async fn() {
    await using folder = await temporaryFolder();
    const port = freePort(), ports = { service: freePort(), runner: freePort() };
    const settings = { DATA_DIR: folder.path, KV_PATH: newPostgresPath(), HTTPS_PORT: `${port}` };
    await using service = startServiceProcess({ ...settings, WORKERS: "0", METRICS_PORT: `${ports.service}` });
    await service.printed(/ started /);
    await using runner = startServiceProcess({ ...settings, WORKERS: "2", METRICS_PORT: `${ports.runner}` }, ["work"]);
    await runner.printed(/ started /);
    using person = await personOfProcess(service, { port, dataDir: folder.path });
    const body = JSON.stringify(pricesBody(3, 100));
    const headers = { "content-type": "application/json" };
    const accepted = await drained(await person.fetchSignedIn("/jobs", { method: "POST", body, headers }));
    assert.equal(accepted.status, 202);
    const kind = "optimization", succeeded = { kind, outcome: "succeeded" };
    const isDone = async (): Promise<boolean> => {
      const samples = await scraped(ports.runner);
      const isCounted = valueOf(samples, "portfolio_jobs_finished_total", succeeded) === 1;
      return isCounted && valueOf(samples, "portfolio_workers", { state: "idle" }) === 2;
    };
    await until(isDone, "the run to be counted, and its worker to be idle");
    const ofRunner = await scraped(ports.runner), ofService = await scraped(ports.service);
    assert.equal(valueOf(ofService, "portfolio_jobs_accepted_total", { kind }), 1);
    assert.equal(valueOf(ofService, "portfolio_jobs_queued"), 0);
    assert.equal(valueOf(ofService, "portfolio_http_duration_seconds_count", { route: "/jobs", method: "POST" }), 1);
    assert.equal(valueOf(ofRunner, "portfolio_workers", { state: "idle" }), 2);
    assert.equal(valueOf(ofRunner, "portfolio_workers", { state: "busy" }), 0);
    assert.equal(valueOf(ofRunner, "portfolio_jobs_duration_seconds_count", { kind }), 1);
    assert.ok((valueOf(ofRunner, "portfolio_store_bell_delay_seconds_count") ?? 0) >= 1, "the bell was heard");
    for (const samples of [ofRunner, ofService]) {
      for (const operation of ["get", "list", "commit"]) {
        assert.ok((valueOf(samples, "portfolio_store_duration_seconds_count", { operation }) ?? 0) > 0, operation);
      }
      assert.ok((valueOf(samples, "portfolio_process_memory_bytes", { part: "resident" }) ?? 0) > 1e7);
    }
    for (const { name } of [...ofRunner, ...ofService]) assert.ok(FAMILIES.some((family) => name.startsWith(family)));
    await assertPromtoolAccepts(ports.runner);
    assert.equal((await fetch(`http://127.0.0.1:${ports.runner}/`).then(drained)).status, 404);
    for (const process of [runner, service]) {
      process.kill("SIGTERM");
      assert.equal((await process.ended()).code, 0);
    }
  },
}));

Deno.test("a port of metrics that is taken ends the start with its name", async () => {
  await using folder = await temporaryFolder();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const METRICS_PORT = String(taken.addr.port);
  await using process = startServiceProcess({ DATA_DIR: folder.path, HTTPS_PORT: "0", METRICS_PORT });
  const { code, output } = await process.ended();
  assert.equal(code, 2);
  assert.match(output, new RegExp(`^Cannot serve metrics at 127.0.0.1 on METRICS_PORT ${METRICS_PORT}: `, "m"));
});

Deno.test("the table of metrics in the documentation names every instrument with its attributes", async () => {
  const text = await Deno.readTextFile(new URL("../../docs/fleet.md", import.meta.url));
  const documented = new Map(
    [...text.matchAll(/^\| `([a-z_.]+)` \|.*\| ([^|]*) \|$/gm)].map(([, name, by]) => [name, by.trim()]),
  );
  const known = { ...COUNTERS, ...DURATIONS, ...GAUGES };
  assert.deepEqual(
    Object.fromEntries(documented),
    Object.fromEntries(Object.entries(known).map(([name, { by }]) => [name, by.length === 0 ? "—" : by.join(", ")])),
  );
});

const FAMILIES = Object.keys({ ...COUNTERS, ...DURATIONS, ...GAUGES }).map((name) =>
  `portfolio_${name.replaceAll(".", "_")}`
);

async function scraped(port: number): Promise<readonly Sample[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  return samplesOf(await response.text());
}

async function drained(response: Response): Promise<Response> {
  await response.body?.cancel();
  return response;
}

/** Test helper. Lets Prometheus's own program check a scrape, where it is installed. */
async function assertPromtoolAccepts(port: number): Promise<void> {
  if (PROMTOOL === undefined) return;
  const child = new Deno.Command(PROMTOOL, {
    args: ["check", "metrics"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(await (await fetch(`http://127.0.0.1:${port}/metrics`)).bytes());
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
}
