import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { tokenOf } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { sourceSettings, startSourceServer } from "../support/source_server.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

/**
 * Test helper. Starts an OTLP collector that keeps each exported body with the path of its signal. It can delay its
 * answers.
 */
function startCollector({ answersAfterMs = 0, metricsEveryMs = 500 } = {}) {
  const exported: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    exported.push(`${new URL(request.url).pathname} ${await request.text()}`);
    if (answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
    return Response.json({});
  });
  return {
    exported,
    environment: {
      OTEL_DENO: "true",
      OTEL_DENO_TRACING: "false",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_BLRP_SCHEDULE_DELAY: "50",
      OTEL_METRIC_EXPORT_INTERVAL: `${metricsEveryMs}`,
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Test helper. Returns a function that sends requests to a service over plain HTTP, as a proxy that ends TLS does. */
function clientOf(port: number) {
  return async (method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json", "x-forwarded-proto": "https", ...options.headers },
      body: options.body === undefined ? null : JSON.stringify(options.body),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const text = await response.text();
    // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
    const body: any = /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
    return { status: response.status, cookies, body };
  };
}

const EMAIL = "ada.xyzzy@example.com";
const REFUSED_EMAIL = "nobody.xyzzy@example.com";
const PASSWORD = "Correct xyzzy horse";
const NEXT_PASSWORD = "Better xyzzy battery";
const FULL_NAME = "Ada Xyzzy";

/** Calls routes that take secrets, and returns the secrets and personal data that no telemetry or log may contain. */
async function useSecrets(
  send: ReturnType<typeof clientOf>,
  mailedToken: (nth: number) => Promise<string>,
): Promise<readonly string[]> {
  for (const email of [EMAIL, REFUSED_EMAIL]) {
    await send("POST", "/auth/signup", { body: { email, password: PASSWORD, full_name: FULL_NAME } });
  }
  const verification = await mailedToken(1);
  assert.equal((await send("POST", "/auth/email/verify/confirm", { body: { token: verification } })).status, 200);
  const signedIn = await send("POST", "/auth/login", { body: { email: EMAIL, password: PASSWORD } });
  const session = { authorization: `Bearer ${signedIn.body.access_token}` };
  const cookies = signedIn.cookies.map((cookie) => cookie.split("=")[1]);
  const refreshed = await send("POST", "/auth/refresh", {
    headers: { cookie: signedIn.cookies.join("; "), "x-csrf-token": cookies[1] },
  });
  assert.equal(refreshed.status, 200);
  const { body: client } = await send("POST", "/auth/api-clients", { body: { name: "Desk" }, headers: session });
  const { body: key } = await send("POST", "/auth/api-keys", {
    body: { client_id: client.id, name: "Key" },
    headers: session,
  });
  const wrongKey = [...key.key.split("_").slice(0, 2), "wrongXyzzySecret".padEnd(43, "x")].join("_");
  for (const apiKey of [key.key, wrongKey]) {
    await send("GET", "/jobs/history?cursor=cursorXyzzySecret", { headers: { "x-api-key": apiKey } });
  }
  for (const path of ["/downloads/linkXyzzySecret", "/nowhere/pathXyzzySecret", "/verify"]) {
    await send("GET", `${path}?token=queryXyzzySecret`);
  }
  await send("POST", "/auth/password/reset/request", { body: { email: EMAIL } });
  const reset = await mailedToken(3);
  const confirmed = { token: reset, new_password: NEXT_PASSWORD };
  assert.equal((await send("POST", "/auth/password/reset/confirm", { body: confirmed })).status, 200);
  await send("POST", "/auth/login", { body: { email: EMAIL, password: "wrongXyzzyPassword" } });
  const again = await send("POST", "/auth/login", { body: { email: EMAIL, password: NEXT_PASSWORD } });
  const last = { authorization: `Bearer ${again.body.access_token}` };
  assert.equal((await send("DELETE", "/users/me", { headers: last })).status, 204);
  const tokens = [verification, reset, ...cookies, signedIn.body.access_token, again.body.access_token];
  return [
    ...tokens,
    key.key.split("_").slice(2).join("_"),
    EMAIL,
    REFUSED_EMAIL,
    PASSWORD,
    NEXT_PASSWORD,
    FULL_NAME,
    "xyzzy",
  ];
}

Deno.test(
  testInTurn(
    "logs and exported telemetry hold no secret, link token, query, e-mail address or personal name",
    async () => {
      const dataDir = await Deno.makeTempDir();
      const smtp = await startSmtpServer({
        tls: "none",
        refuses: (address) => address === REFUSED_EMAIL,
      });
      {
        await using collector = startCollector();
        const port = freePort();
        await using process: ServiceProcess = startServiceProcess({
          ...collector.environment,
          DATA_DIR: dataDir,
          TRUST_PROXY: "on",
          HTTP_PORT: `${port}`,
          PUBLIC_URL: "https://portfolio.example",
          MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
          LOG_LEVEL: "debug",
          WORKERS: "0",
        });
        await process.printed(/ started /);
        const mailedToken = async (nth: number): Promise<string> => {
          await until(() => smtp.received.length >= nth, `mail number ${nth}`);
          const tokens = smtp.received.flatMap(({ content }) => /^Token: /m.test(content) ? [content] : []);
          return tokenOf({ text: tokens[tokens.length - 1].replaceAll("\r\n", "\n") });
        };
        const secrets = await useSecrets(clientOf(port), mailedToken);
        await process.printed(/mail not sent/);
        await until(
          () => collector.exported.some((body) => body.includes("DELETE /users/me")),
          "the last request's log",
        );
        await until(() => collector.exported.some((body) => body.includes("http.requests")), "the counts");
        process.kill("SIGTERM");
        const { output } = await process.ended();
        assert.match(output, /security event account=acc_\w+ route="DELETE \/users\/me" .*outcome=succeeded/);
        assert.deepEqual(collector.exported.filter((body) => body.startsWith("/v1/traces")), []);
        for (const secret of secrets) {
          const found = [output, ...collector.exported].flatMap((text) => text.split("\n")).filter((line) =>
            line.toLowerCase().includes(secret.toLowerCase())
          );
          assert.deepEqual(found, [], secret);
        }
      }
      await smtp.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  ),
);

Deno.test(
  testInTurn(
    "requests to sources, their repetitions, open circuits and what was kept are exported by source, and a service that is told to stop ends while they are on their way",
    async () => {
      await using server = startSourceServer(sampleSources());
      const busy = { status: 503, headers: { "retry-after": "0" } };
      server.fault = (_, path) => path.endsWith("otherlisted.txt") ? new Response("busy", busy) : null;
      await using folder = await temporaryFolder({});
      await using collector = startCollector({ answersAfterMs: 80, metricsEveryMs: 100 });
      const port = freePort();
      await using process = startServiceProcess({
        ...collector.environment,
        ...sourceSettings(server),
        DATA_DIR: folder.path,
        TRUST_PROXY: "on",
        HTTP_PORT: `${port}`,
        MAIL_URL: "print:",
        WORKERS: "0",
      });
      await process.printed(/list of market data not refreshed list=otherlisted/);
      const { status } = await clientOf(port)("GET", "/mutual-funds/search?q=lotus");
      assert.equal(status, 200);
      const counts = (): Record<string, unknown> => countsOf(collector.exported, "market_data.");
      const hits = ["market_data.cache_hits amfi", "market_data.cache_hits mfapi"];
      await until(() => hits.every((name) => name in counts()), "the counts of the search");
      const { [hits[0]]: ofAmfi, [hits[1]]: ofMfapi, ...counted } = counts();
      // The list that nasdaq_trader fails to send may or may not have been looked for in the cache by now, so the test
      // ignores the cache hits of nasdaq_trader and the errors of the live provider.
      const others = Object.fromEntries(
        Object.entries(counted).filter(([name]) => !/cache_hits nasdaq_trader|errors live/.test(name)),
      );
      assert.equal(ofAmfi, ofMfapi);
      assert.deepEqual(others, {
        "market_data.requests nse": 1,
        "market_data.requests bse": 1,
        "market_data.requests amfi": 1,
        "market_data.requests mfapi": 1,
        // The source nasdaq_trader publishes two lists. One is requested once, and the other, which is never sent, five
        // times until the circuit of its host opens.
        "market_data.requests nasdaq_trader": 6,
        "market_data.retries nasdaq_trader": 4,
        "market_data.circuits_opened nasdaq_trader": 1,
      });
      process.kill("SIGTERM");
      const { code, output } = await process.ended();
      assert.equal(code, 0, output);
    },
  ),
);

Deno.test("a gauge that cannot be read is left out of an export, hides no other, and does not end the process", async () => {
  await using collector = startCollector({ metricsEveryMs: 50 });
  const path = fileURLToPath(new URL("../support/gauges_process.ts", import.meta.url));
  const { environment } = collector;
  const { host } = new URL(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
  const args = ["run", "--no-check", `--allow-net=${host}`, "--allow-env", "--allow-sys", path];
  await using process = new Deno.Command(Deno.execPath(), { args, env: environment, stdin: "piped" }).spawn();
  const exported = (): string => collector.exported.join("");
  await until(() => exported().includes("process.memory"), "an export");
  await process.stdin.close();
  assert.equal((await process.status).code, 0);
  assert.doesNotMatch(exported(), /jobs\.queued/);
});

/** Returns the last exported value of each counter whose name begins with a text, by name and provider. */
function countsOf(exported: readonly string[], beginning: string): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const body of exported) {
    if (!body.startsWith("/v1/metrics ")) continue;
    const { resourceMetrics } = JSON.parse(body.slice("/v1/metrics ".length));
    for (const { name, sum } of resourceMetrics.flatMap(metricsOf)) {
      if (!name.startsWith(beginning)) continue;
      for (const { attributes, asInt, asDouble } of sum.dataPoints) {
        values.set(`${name} ${attributes.find(isProvider).value.stringValue}`, Number(asInt ?? asDouble));
      }
    }
  }
  return Object.fromEntries(values);
}

// deno-lint-ignore no-explicit-any -- the form is the protocol's, and a test that meets another fails
function metricsOf({ scopeMetrics }: any): any[] {
  return scopeMetrics.flatMap(({ metrics }: { metrics: unknown[] }) => metrics);
}

function isProvider({ key }: { readonly key: string }): boolean {
  return key === "provider";
}
