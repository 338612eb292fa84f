import { type Config, ConfigError, environmentOfProcess } from "./src/config.ts";
import { systemRandom } from "./src/runtime/random.ts";
import { systemClock } from "./src/runtime/clock.ts";
import { RecordedMetrics } from "./src/runtime/recorded_metrics.ts";
import { allTelemetry, openTelemetry, type Telemetry } from "./src/runtime/telemetry.ts";
import { listenForScrapes } from "./src/http/metrics_listener.ts";
import { DomainError } from "./src/domain/errors.ts";
import type { JobRunner } from "./src/job_runner.ts";
import { retentionOf } from "./src/mail/retention_notices.ts";
import { transportOfUrl } from "./src/mail/transport_of_url.ts";
import type { Service } from "./src/service.ts";
import { readSettings, type SettingsFiles } from "./src/settings_files.ts";
import { openStore, type Store } from "./src/store/open_store.ts";
import { StoreError } from "./src/store/store_error.ts";

const USAGE = "deno task start (the service) or deno task work (a job runner alone), without arguments";

/**
 * Milliseconds that the process may live on after the service or the job runner has stopped. Work that is still open
 * then is abandoned.
 */
const LINGER_MS = 500;

/**
 * Milliseconds that the process may live on after the service or the job runner has stopped, where it exports metrics.
 * It is longer than the busiest machine needs to end.
 */
const EXPORTING_LINGER_MS = 60_000;

if (import.meta.main) endWith(await main(Deno.args));

/**
 * Sets the exit code and lets the runtime end the process, which is ended by force after the linger time. `Deno.exit`
 * at once would wait for ever while metrics are on their way to a collector.
 */
function endWith(code: number): void {
  Deno.exitCode = code;
  const isExporting = ["true", "1"].includes(environmentOfProcess().variables.OTEL_DENO ?? "");
  Deno.unrefTimer(setTimeout(() => Deno.exit(code), isExporting ? EXPORTING_LINGER_MS : LINGER_MS));
}

/**
 * Runs the service, or a job runner alone with the argument `work`, until SIGTERM or SIGINT; with `--help` prints the
 * usage. Returns the exit code: 0 done, 1 failed, 2 wrong arguments, wrong settings or an unusable store.
 */
async function main(args: readonly string[]): Promise<number> {
  const isWork = args[0] === "work";
  const options = isWork ? args.slice(1) : args;
  if (options.length === 0) return await run(isWork ? startWork : startServing);
  if (options.length === 1 && options[0] === "--help") {
    // deno-lint-ignore no-console
    console.log(`Usage: ${USAGE}; the settings are in the environment`);
    return 0;
  }
  report(`Cannot start with ${JSON.stringify(options.join(" "))}: use ${USAGE}`);
  return 2;
}

async function run(start: (settings: Settings) => Promise<Service | JobRunner>): Promise<number> {
  using signals = signalsOf(["SIGTERM", "SIGINT"]);
  try {
    const settings = await readSettings(environmentOfProcess());
    const metrics = new RecordedMetrics();
    await using _scrapes = scrapesOf(settings.config, metrics);
    const isScraped = settings.config.metrics !== null;
    const telemetry = isScraped ? allTelemetry([openTelemetry(), metrics]) : openTelemetry();
    const running = await start({ ...settings, telemetry });
    running.dependencies.log.info("stopping", { signal: await signals.first });
    await running.stop();
    return 0;
  } catch (error) {
    const isRefusal = error instanceof ConfigError || error instanceof StoreError || error instanceof DomainError;
    report(isRefusal ? error.message : error instanceof Error ? error.stack ?? error.message : String(error));
    return isRefusal ? 2 : 1;
  }
}

interface Settings {
  readonly config: Config;
  readonly files: SettingsFiles;
  readonly telemetry: Telemetry;
}

/** Serves the metrics where the settings name a port for them; null where they name none. */
function scrapesOf({ metrics: address }: Config, metrics: RecordedMetrics): AsyncDisposable | null {
  if (address === null) return null;
  try {
    return listenForScrapes(metrics, address);
  } catch (error) {
    throw new ConfigError([
      `Cannot serve metrics at ${address.host} on METRICS_PORT ${address.port}: ${
        error instanceof Error ? error.message : error
      }`,
    ]);
  }
}

async function startServing({ config, files, telemetry }: Settings): Promise<Service> {
  const store = await open({ config, files, telemetry });
  const mail = !config.sendsMail ? null : transportOfUrl(new URL(config.mailUrl), {
    from: config.mailFrom,
    // deno-lint-ignore no-console
    print: (text) => console.log(text),
    folder: `${config.dataDir}/mail`,
  });
  // The code of the service is loaded only here, because a job runner and a refused start do not need it.
  const { startService } = await import("./src/service.ts");
  const service = await startService({ config, files, store, mail, telemetry });
  service.dependencies.log.info("started", {
    address: config.publicUrl,
    https_port: service.listening.httpsPort,
    http_port: service.listening.httpPort,
  });
  return service;
}

async function startWork({ config, files, telemetry }: Settings): Promise<JobRunner> {
  const store = await open({ config, files, telemetry });
  const { startJobRunner } = await import("./src/job_runner.ts");
  const runner = startJobRunner({ config, files, store, telemetry });
  runner.dependencies.log.info("started", { workers: config.workers });
  return runner;
}

async function open({ config, files, telemetry }: Settings): Promise<Store> {
  await makeDataFolder(config);
  return await openStore({
    path: config.kvPath,
    planLimits: files.planLimits,
    artifactBucket: config.artifactBucket,
    telemetry,
    retention: retentionOf(config),
    clock: systemClock,
    random: systemRandom,
  });
}

async function makeDataFolder({ dataDir }: Config): Promise<void> {
  try {
    await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError([
      `Cannot use DATA_DIR ${JSON.stringify(dataDir)}: ${error instanceof Error ? error.message : error}`,
    ]);
  }
}

/**
 * Returns a promise of the first of the given signals. While the listeners exist, the signals do not end the process
 * and the process stays alive. Disposing of the result removes the listeners.
 */
function signalsOf(signals: readonly Deno.Signal[]): Disposable & { readonly first: Promise<Deno.Signal> } {
  const { promise: first, resolve } = Promise.withResolvers<Deno.Signal>();
  const listeners = signals.map((signal) => [signal, () => resolve(signal)] as const);
  for (const [signal, listener] of listeners) Deno.addSignalListener(signal, listener);
  return {
    first,
    [Symbol.dispose]() {
      for (const [signal, listener] of listeners) Deno.removeSignalListener(signal, listener);
    },
  };
}

function report(text: string): void {
  // deno-lint-ignore no-console
  console.error(text);
}
