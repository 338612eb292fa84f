import assert from "node:assert/strict";
import { type Config, ConfigError, loadConfig } from "./config.ts";

const load = (environment: Record<string, string>): Config => loadConfig(environment, { cores: 4 });

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

Deno.test("an empty environment gives the default configuration", () => {
  assert.deepEqual(load({}), {
    host: "127.0.0.1",
    httpsPort: 8443,
    httpPort: 0,
    publicUrl: "https://localhost:8443",
    tlsFiles: null,
    trustProxy: false,
    trustedProxies: null,
    dataDir: ".data",
    kvPath: ".data/kv.sqlite3",
    mailUrl: "print:",
    sendsMail: true,
    mailFrom: "Portfolio Optimization <no-reply@localhost>",
    marketData: "sample",
    artifactBucket: null,
    riskFreeRates: { IN: 0.065, US: 0.04 },
    providerUrls: {},
    isolation: null,
    workLimit: null,
    uploadMostBytes: 268_435_456,
    workers: 3,
    signingKeysFile: null,
    rateLimits: true,
    defaultPlan: "free",
    planLimitsFile: null,
    retentionDays: { free: null, pro: null, enterprise: null },
    universeMaxAgeHours: 24,
    stopGraceSeconds: 10,
    stopDrainSeconds: 0,
    metrics: null,
    logFormat: "text",
    logLevel: "info",
  });
});

Deno.test("a retention of 0 days, or of an unknown plan, is refused as a setting", () => {
  assert.deepEqual(load({ RETENTION_DAYS: "free:30" }).retentionDays, { free: 30, pro: null, enterprise: null });
  for (const days of ["0", "free:0", "gold:30"]) {
    const sentence =
      `Cannot use RETENTION_DAYS "${days}": it must be days from 1 to 36500, such as 90 or free:30,pro:365`;
    assert.throws(() => load({ RETENTION_DAYS: days }), { message: sentence });
  }
});

Deno.test("an empty setting counts as not set", () => {
  assert.deepEqual(load({ HTTPS_PORT: "", KV_PATH: "", DEFAULT_PLAN: "" }), load({}));
});

Deno.test("settings take the values of their environment variables", () => {
  const config = load({
    HTTPS_PORT: "9443",
    DATA_DIR: "/var/lib/service/",
    TRUST_PROXY: "on",
    TRUSTED_PROXIES: "10.0.0.0/8",
    HTTP_PORT: "8080",
    PUBLIC_URL: "https://portfolio.example/",
    RISK_FREE_RATE_IN: "-0.01",
    PROVIDER_NSE_URL: "http://127.0.0.1:1/x",
    WORKERS: "0",
    WORK_LIMIT: "30000",
    UPLOAD_MOST_MIB: "32",
    MAIL_URL: "smtps://user:secret@mail.example:465",
  });
  assert.equal(config.publicUrl, "https://portfolio.example");
  assert.equal(config.kvPath, "/var/lib/service/kv.sqlite3");
  assert.equal(config.trustProxy, true);
  assert.deepEqual(config.trustedProxies, [{ address: 0xffff_0a00_0000n, prefixBits: 104 }]);
  assert.equal(config.riskFreeRates.IN, -0.01);
  assert.deepEqual(config.providerUrls, { nse: "http://127.0.0.1:1/x" });
  assert.equal(config.workers, 0);
  assert.equal(config.workLimit, 30_000);
  assert.equal(load({}).workLimit, null);
  assert.equal(config.uploadMostBytes, 33_554_432);
  assert.equal(load({ RATE_LIMITS: "off" }).rateLimits, false);
  assert.equal(load({ HTTPS_PORT: "9443" }).publicUrl, "https://localhost:9443");
});

Deno.test("all invalid settings are reported at once, each by its name", () => {
  const faults = faultsOf({
    HTTPS_PORT: "70000",
    HTTP_PORT: "x",
    PUBLIC_URL: "http://portfolio.example",
    TRUST_PROXY: "yes",
    TRUSTED_PROXIES: "10.0.0.0/8,proxy.example",
    MAIL_URL: "ftp://x",
    MAIL_FROM: "a\r\nBcc: b@c",
    MARKET_DATA: "files:",
    RISK_FREE_RATE_US: "4 %",
    WORKERS: "-1",
    ISOLATION: "container",
    PROCESS_MEMORY_MIB: "1",
    WORK_LIMIT: "0",
    UPLOAD_MOST_MIB: "257",
    DEFAULT_PLAN: "gold",
    UNIVERSE_MAX_AGE_HOURS: "a day",
    LOG_LEVEL: "loud",
    PROVIDER_BSE_URL: "bse",
  });
  const named = faults.map((fault) => fault.split(/[ :]+/)[2]).sort();
  assert.deepEqual(named, [
    "DEFAULT_PLAN",
    "HTTPS_PORT",
    "HTTP_PORT",
    "ISOLATION",
    "LOG_LEVEL",
    "MAIL_FROM",
    "MAIL_URL",
    "MARKET_DATA",
    "PROCESS_MEMORY_MIB",
    "PROVIDER_BSE_URL",
    "PUBLIC_URL",
    "RISK_FREE_RATE_US",
    "TRUSTED_PROXIES",
    "TRUST_PROXY",
    "UNIVERSE_MAX_AGE_HOURS",
    "UPLOAD_MOST_MIB",
    "WORKERS",
    "WORK_LIMIT",
  ]);
  assert.ok(faults.includes('Cannot use HTTPS_PORT "70000": it must be at most 65535'));
});

Deno.test("settings that contradict each other are refused with an error that names them", () => {
  assert.match(faultsOf({ TLS_CERT_FILE: "a.pem" })[0], /TLS_CERT_FILE without TLS_KEY_FILE/);
  assert.match(faultsOf({ TRUST_PROXY: "on" })[0], /TRUST_PROXY=on without HTTP_PORT/);
  assert.match(faultsOf({ METRICS_HOST: "::" })[0], /METRICS_HOST without METRICS_PORT/);
  assert.match(faultsOf({ TRUSTED_PROXIES: "10.0.0.1" })[0], /TRUSTED_PROXIES without TRUST_PROXY=on/);
  assert.match(faultsOf({ HTTP_PORT: "8443" })[0], /one port/);
  assert.match(faultsOf({ KV_PATH: "https://kv.example" })[0], /DENO_KV_ACCESS_TOKEN/);
});

Deno.test("contradicting settings are reported with other invalid settings, but not where one of the two is itself invalid", () => {
  const named = (environment: Record<string, string>) => faultsOf(environment).map((fault) => fault.split(" ")[2]);
  assert.deepEqual(named({ TLS_CERT_FILE: "a.pem", LOG_LEVEL: "loud", KV_PATH: "https://kv.example" }), [
    "LOG_LEVEL",
    "TLS_CERT_FILE",
    "KV_PATH",
  ]);
  assert.deepEqual(named({ TRUST_PROXY: "on", HTTP_PORT: "x" }), ["HTTP_PORT"]);
  assert.deepEqual(named({ TRUST_PROXY: "yes", HTTP_PORT: "8443" }), ["TRUST_PROXY"]);
});

Deno.test("a port of metrics that is the port of another listener is refused by both names", () => {
  assert.deepEqual(faultsOf({ METRICS_PORT: "8443" }), ["Cannot use one port for METRICS_PORT and HTTPS_PORT"]);
  assert.deepEqual(faultsOf({ METRICS_PORT: "8080", HTTP_PORT: "8080" }), [
    "Cannot use one port for METRICS_PORT and HTTP_PORT",
  ]);
  assert.equal(load({ METRICS_PORT: "9100" }).httpsPort, 8_443);
});

Deno.test("an invalid HOST, KV_PATH or UNIVERSE_MAX_AGE_HOURS is refused, and unusual valid hosts and paths are accepted", () => {
  for (const HOST of ["127.0.0.1 ", "my host", "http://x"]) assert.match(faultsOf({ HOST })[0], /^Cannot use HOST /);
  for (const HOST of ["::", "0.0.0.0", "service.internal"]) assert.equal(load({ HOST }).host, HOST);
  for (const KV_PATH of ["ftp://x", "https://"]) assert.match(faultsOf({ KV_PATH })[0], /^Cannot use KV_PATH: it /);
  for (const KV_PATH of [":memory:", "a/b.sqlite3", "C:\\kv"]) assert.equal(load({ KV_PATH }).kvPath, KV_PATH);
  for (const hours of ["0", "0.0", "-1", "9".repeat(400)]) {
    assert.equal(faultsOf({ UNIVERSE_MAX_AGE_HOURS: hours }).length, 1, hours);
  }
});

Deno.test("a faulty address of PostgreSQL is refused with its fault, and a sound one is the place of the store", () => {
  assert.deepEqual(faultsOf({ KV_PATH: "postgres://ada:hunter2@db.example/books?sslmode=prefer" }), [
    'Cannot use KV_PATH: it is an address of PostgreSQL with a fault: its sslmode "prefer" is not one of disable, ' +
    "require, verify-ca, verify-full; all but disable verify the certificate",
  ]);
  for (const KV_PATH of ["postgres://ada:p@ss@db.example/books", "postgresql://ada@/books?host=/run/postgresql"]) {
    assert.equal(load({ KV_PATH }).kvPath, KV_PATH);
  }
});

Deno.test("with a public PUBLIC_URL, a database of another machine must be encrypted, and one of this machine need not", () => {
  const environment = { PUBLIC_URL: "https://portfolio.example", MAIL_URL: "smtps://mail.example" };
  const faults = (KV_PATH: string) => faultsOf({ ...environment, KV_PATH });
  assert.deepEqual(faults("postgres://ada:hunter2@db.example/books?sslmode=disable"), [
    "Cannot use KV_PATH with sslmode=disable with the public PUBLIC_URL https://portfolio.example: leave sslmode out, " +
    "and the connection is encrypted",
  ]);
  assert.equal(faults("postgres://ada:p@localhost@127.0.0.1,db.example/books?sslmode=disable").length, 1);
  assert.deepEqual(faults("postgres://ada@db.example/books"), []);
  assert.deepEqual(faults("postgres://ada@localhost/books?sslmode=disable"), []);
  assert.doesNotThrow(() => load({ KV_PATH: "postgres://ada@db.example/books?sslmode=disable" }));
});

Deno.test("no error about a setting shows a password", () => {
  const text = faultsOf({
    MAIL_URL: "http://user:hunter2@host",
    ARTIFACTS_URL: "http://hunter2@x",
    KV_PATH: "postgres://ada:hunter2@db.example:port/books",
  }).join("\n");
  assert.match(text, /MAIL_URL/);
  assert.match(text, /KV_PATH/);
  assert.match(text, /ARTIFACTS_URL/);
  assert.doesNotMatch(text, /hunter2/);
});

Deno.test("artifacts go to the bucket of ARTIFACTS_URL with the usual AWS variables, and to KV without it", () => {
  const url = "s3://portfolio/runs?endpoint=https://objects.example:9000";
  const credentials = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
  const config = loadConfig({ ARTIFACTS_URL: url, ...credentials, AWS_DEFAULT_REGION: "eu-west-1" }, { cores: 2 });
  assert.deepEqual(config.artifactBucket, {
    url,
    accessKeyId: "id",
    secretAccessKey: "secret",
    sessionToken: null,
    region: "eu-west-1",
  });
  assert.equal(loadConfig(credentials, { cores: 2 }).artifactBucket, null);
});

Deno.test("ARTIFACTS_URL without AWS credentials, or with an endpoint that is not a URL, is refused", () => {
  assert.match(faultsOf({ ARTIFACTS_URL: "s3://portfolio" }).join("\n"), /without AWS_ACCESS_KEY_ID/);
  assert.match(faultsOf({ ARTIFACTS_URL: "s3://portfolio?endpoint=here" }).join("\n"), /ARTIFACTS_URL: it must be/);
});

Deno.test("settings that are safe only on one's own machine are refused unless PUBLIC_URL is a loopback address", () => {
  const exposing = {
    RATE_LIMITS: "off",
    KV_PATH: "http://kv.example",
    DENO_KV_ACCESS_TOKEN: "secret",
    ARTIFACTS_URL: "s3://bucket?endpoint=http://objects.example",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    PROVIDER_NSE_URL: "http://nse.example",
    OTEL_DENO: "true",
  };
  const named = (environment: Record<string, string>) => faultsOf(environment).map((fault) => fault.split(/[ =]/)[2]);
  assert.deepEqual(named({ ...exposing, PUBLIC_URL: "https://portfolio.example" }), [
    "MAIL_URL",
    "RATE_LIMITS",
    "traces",
    "KV_PATH",
    "ARTIFACTS_URL",
    "PROVIDER_NSE_URL",
  ]);
  for (
    const own of ["https://localhost:9443", "https://service.localhost", "https://127.0.0.1", "https://[::1]:8443"]
  ) {
    assert.deepEqual(named({ ...exposing, PUBLIC_URL: own }), [], own);
  }
  assert.deepEqual(named(exposing), []);
});

Deno.test("with a public PUBLIC_URL, the export of logs and metrics is accepted and the export of traces is refused", () => {
  const environment = { PUBLIC_URL: "https://portfolio.example", MAIL_URL: "smtps://mail.example" };
  assert.doesNotThrow(() => load({ ...environment, OTEL_DENO: "true", OTEL_DENO_TRACING: "false" }));
  for (const tracing of [{ OTEL_DENO: "1" }, { OTEL_DENO_TRACING: "true" }]) {
    assert.match(faultsOf({ ...environment, ...tracing }).join(), /^Cannot export traces .*OTEL_DENO_TRACING=false/);
  }
});

Deno.test("with a public PUBLIC_URL, unencrypted loopback addresses of other services are accepted", () => {
  assert.deepEqual(
    faultsOf({
      PUBLIC_URL: "https://portfolio.example",
      MAIL_URL: "smtp://127.0.0.1:1025",
      KV_PATH: "http://127.0.0.1:4512",
      DENO_KV_ACCESS_TOKEN: "secret",
      ARTIFACTS_URL: "s3://bucket?endpoint=http://localhost:9000",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      PROVIDER_NSE_URL: "http://[::1]:1",
    }),
    [],
  );
});
