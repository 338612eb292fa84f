import assert from "node:assert/strict";
import { ConfigError } from "./config.ts";
import { PLAN_LIMITS } from "./domain/plan.ts";
import { readSettings, readSettingsFiles, type SettingsFiles } from "./settings_files.ts";

const NONE = { tlsFiles: null, signingKeysFile: null, planLimitsFile: null };

async function withFile<Result>(text: string, test: (path: string) => Promise<Result>): Promise<Result> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, text);
    return await test(path);
  } finally {
    await Deno.remove(path);
  }
}

async function faultsOf(reading: Promise<SettingsFiles>): Promise<readonly string[]> {
  const error = await reading.then(() => null, (error: unknown) => error);
  return error instanceof ConfigError ? error.faults : assert.fail(`No refusal but ${error}`);
}

Deno.test("without settings files, the built-in plan limits apply, and certificate and signing keys are absent", async () => {
  assert.deepEqual(await readSettingsFiles(NONE), { certificate: null, signingKeys: null, planLimits: PLAN_LIMITS });
});

Deno.test("limits in PLAN_LIMITS_FILE replace the built-in limits of the meters that they name, and null is kept", async () => {
  const text = '{"free":{"optimization_runs":3},"enterprise":{"backtest_runs":null}}';
  const { planLimits } = await withFile(text, (path) => readSettingsFiles({ ...NONE, planLimitsFile: path }));
  assert.deepEqual(planLimits, {
    ...PLAN_LIMITS,
    free: { ...PLAN_LIMITS.free, optimization_runs: 3 },
    enterprise: { ...PLAN_LIMITS.enterprise, backtest_runs: null },
  });
});

Deno.test("invalid files of plan limits, signing keys and TLS are refused with the names of their settings", async () => {
  for (
    const [text, reason] of [["{", /it is not JSON/], ['{"gold":{}}', /gold/], [
      '{"free":{"optimization_runs":-1}}',
      /free\.optimization_runs/,
    ]] as const
  ) {
    const faults = await withFile(text, (path) => faultsOf(readSettingsFiles({ ...NONE, planLimitsFile: path })));
    assert.equal(faults.length, 1);
    assert.match(faults[0], /^Cannot use PLAN_LIMITS_FILE /);
    assert.match(faults[0], reason);
  }
  const keys = await withFile("{}", (path) => faultsOf(readSettingsFiles({ ...NONE, signingKeysFile: path })));
  assert.match(keys[0], /^Cannot use SIGNING_KEYS_FILE /);
  const tls = await withFile(
    "x",
    (path) => faultsOf(readSettingsFiles({ ...NONE, tlsFiles: { certificate: path, key: path } })),
  );
  assert.deepEqual(tls.map((fault) => fault.split(" ")[2]), ["TLS_CERT_FILE", "TLS_KEY_FILE"]);
});

Deno.test("invalid settings, contradicting settings and invalid settings files are reported together", async () => {
  const variables = {
    TLS_CERT_FILE: "missing.pem",
    LOG_LEVEL: "loud",
    HOST: "my host",
    SIGNING_KEYS_FILE: "missing.json",
    PLAN_LIMITS_FILE: "missing too.json",
  };
  const error = await readSettings({ variables, cores: 2 }).then(() => null, (error: unknown) => error);
  assert.ok(error instanceof ConfigError);
  assert.deepEqual(error.faults.map((fault) => fault.split(" ")[2]), [
    "HOST",
    "LOG_LEVEL",
    "TLS_CERT_FILE",
    "TLS_CERT_FILE",
    "SIGNING_KEYS_FILE",
    "PLAN_LIMITS_FILE",
  ]);
});

Deno.test("valid settings are read, with the built-in plan limits where PLAN_LIMITS_FILE is empty", async () => {
  const { config, files } = await readSettings({ variables: { PLAN_LIMITS_FILE: "" }, cores: 2 });
  assert.deepEqual([config.planLimitsFile, files.planLimits], [null, PLAN_LIMITS]);
});
