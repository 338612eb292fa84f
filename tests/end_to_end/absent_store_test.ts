import assert from "node:assert/strict";
import { Browser, verifiedBrowser } from "../support/browser.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { submitted } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testedCases, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const STORE = { DENO_KV_ACCESS_TOKEN: "of a test" };

// The KV client keeps waiting for answers that never come, so the check for pending operations is off.
const sanitizeOps = false;

for (const absence of testedCases(["refused", "silent"] as const)) {
  Deno.test(testInTurn({
    name: `while the database connection is ${absence}, routes respond 503 not_ready, and they recover afterwards`,
    sanitizeOps,
    async fn() {
      await using server = kvConnectServer();
      await using service = await runService({ environment: { ...STORE, KV_PATH: server.path, WORKERS: "0" } });
      const person = await verifiedBrowser(service);
      const runId = await submitted(person, pricesBody(2, 30));
      server.goAway(absence);
      await until(async () => (await readiness(service)).status === 503, "the service to miss its store");
      assert.equal((await person.send("GET", "/health")).status, 200);
      const stranger = new Browser(service);
      const answers = await Promise.all([
        person.send("GET", "/jobs/active"),
        person.send("GET", `/jobs/${runId}`),
        person.send("POST", "/jobs", { body: pricesBody(2, 30) }),
        stranger.send("POST", "/auth/login", { body: { email: "x@example.com", password: "Correct horse" } }),
        stranger.send("POST", "/auth/password/reset/request", { body: { email: "x@example.com" } }),
        stranger.send("POST", "/auth/email/verify/request", { body: { email: "x@example.com" } }),
      ]);
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [503, "not_ready"]);
      server.comeBack();
      await until(async () => (await readiness(service)).status === 200, "the service to find its store");
      const { status, body } = await person.send("GET", `/jobs/${runId}`);
      assert.deepEqual([status, body.status], [200, "queued"]);
    },
  }));
}

Deno.test(testInTurn("a service whose database is unreachable exits with 0 on SIGTERM", async () => {
  await using server = kvConnectServer();
  await using folder = await temporaryFolder();
  await using process = startServiceProcess({
    ...STORE,
    DATA_DIR: folder.path,
    KV_PATH: server.path,
    HTTPS_PORT: "0",
    WORKERS: "1",
  });
  const port = await process.httpsPort();
  using client = Deno.createHttpClient({
    caCerts: [await Deno.readTextFile(`${folder.path}/tls/certificate.pem`)],
  });
  server.goAway("silent");
  await until(async () => {
    const response = await fetch(`https://localhost:${port}/ready`, { client });
    await response.body?.cancel();
    return response.status === 503;
  }, "the service to miss its store");
  process.kill("SIGTERM");
  const { code, output } = await process.ended();
  assert.equal(code, 0, output);
}));

async function readiness(service: RunningService): Promise<Response> {
  const response = await service.fetch("/ready");
  await response.body?.cancel();
  return response;
}
