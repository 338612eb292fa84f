import { type Config, ConfigError, environmentOfProcess } from "./src/config.ts";
import { systemClock, systemRandom } from "./src/dependencies.ts";
import { transportOfUrl } from "./src/mail/transport_of_url.ts";
import { type Service, startService } from "./src/service.ts";
import { readSettings, type SettingsFiles } from "./src/settings_files.ts";
import { openStore } from "./src/store/open_store.ts";
import { StoreError } from "./src/store/store_error.ts";

if (import.meta.main) Deno.exit(await main());

/** Runs the service until SIGTERM or SIGINT; the exit code: 0 done, 1 failed, 2 settings or a store that cannot be used. */
async function main(): Promise<number> {
  const stopAsked = nextSignal(["SIGTERM", "SIGINT"]);
  try {
    const { config, files } = await readSettings(environmentOfProcess());
    const service = await start(config, files);
    service.dependencies.log.info("started", {
      address: config.publicUrl,
      https_port: service.listening.httpsPort,
      http_port: service.listening.httpPort,
    });
    service.dependencies.log.info("stopping", { signal: await stopAsked });
    await service.stop();
    return 0;
  } catch (error) {
    const isRefusal = error instanceof ConfigError || error instanceof StoreError;
    report(isRefusal ? error.message : error instanceof Error ? error.stack ?? error.message : String(error));
    return isRefusal ? 2 : 1;
  }
}

async function start(config: Config, files: SettingsFiles): Promise<Service> {
  await makeDataFolder(config);
  const mail = transportOfUrl(new URL(config.mailUrl), {
    from: config.mailFrom,
    // deno-lint-ignore no-console
    print: (text) => console.log(text),
    folder: `${config.dataDir}/mail`,
  });
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: config.kvPath, planLimits: files.planLimits, ...sources });
  return await startService({ config, files, store, mail });
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

function nextSignal(signals: readonly Deno.Signal[]): Promise<Deno.Signal> {
  return new Promise((resolve) => {
    for (const signal of signals) Deno.addSignalListener(signal, () => resolve(signal));
  });
}

function report(text: string): void {
  // deno-lint-ignore no-console
  console.error(text);
}
