/**
 * Entry point for Deno Deploy, which ends TLS itself, starts an instance with a request and ends it when it is idle:
 * see `docs/deploy.md`. The platform runs this file in every instance, also in those that it starts once a minute for
 * the timer alone. So the code that answers requests is loaded only when the first request comes.
 */
import { ConfigError, type Environment, environmentOfProcess } from "./src/config.ts";
import { hostedPlatform, outlivesInstance } from "./src/hosted_platform.ts";
import { HostedService, type Served } from "./src/hosted_service.ts";
import { frugalMemory } from "./src/runtime/frugal_memory.ts";
import { idleByMemory } from "./src/runtime/idle_by_memory.ts";

/** Milliseconds after the platform's SIGINT at which the process ends, whatever is left. SIGKILL follows after 5 s. */
const END_AFTER_MS = 4_500;

/** Milliseconds between two looks whether there is memory to give back. */
const GIVE_BACK_EVERY_MS = 1_000;
/**
 * Bytes of request bodies over 64 KiB that an instance holds at once: one body of the largest size for an account, and
 * two in all. Reading a body takes many times its size, so one is read after the other.
 */
const LARGE_BODIES = { bytesOfAccount: 17 * 1024 ** 2, bytesInAll: 34 * 1024 ** 2 } as const;
const READ_AT_ONCE = 1;

/** Idle milliseconds after which workers other than that for runs end and give their memory back. */
const IDLE_MS = 5_000;

Deno.unrefTimer(setInterval(frugalMemory(print), GIVE_BACK_EVERY_MS));
const environment = environmentOfProcess();
const platform = hostedPlatform(environment.variables);
if (platform === null) {
  throw new ConfigError(["Cannot start here: DENO_DEPLOY is not set, so this is not Deno Deploy; use deno task start"]);
}
const service = new HostedService(environment, { platform, open, serve, print });

Deno.cron("work of a minute", "* * * * *", () => service.minute());
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => void end());
const server = Deno.serve((request, { remoteAddr }) => service.fetch(request, remoteAddr.hostname));

/**
 * Opens the store that the settings name. Loads what a minute needs in which nothing happens, and no more, because the
 * platform may start an instance for each minute. Throws a `ConfigError` or a `StoreError`.
 */
async function open(settings: Environment, served: () => Promise<Served>) {
  const [{ readSettings }, { openStore }, { createBackgroundParts }, { HostedWork }, mails, notices, clock, random] =
    await Promise.all([
      import("./src/settings_files.ts"),
      import("./src/store/open_store.ts"),
      import("./src/background_parts.ts"),
      import("./src/hosted_work.ts"),
      import("./src/mail/transport_of_url.ts"),
      import("./src/mail/retention_notices.ts"),
      import("./src/runtime/clock.ts"),
      import("./src/runtime/random.ts"),
    ]);
  const { config, files } = await readSettings(settings);
  requireDatabase(config.kvPath);
  const { kvPath: path, artifactBucket, mailFrom: from } = config;
  const sources = { clock: clock.systemClock, random: random.systemRandom };
  const store = await openStore({
    path,
    planLimits: files.planLimits,
    artifactBucket,
    retention: notices.retentionOf(config),
    ...sources,
  });
  const parts = createBackgroundParts({ config, repositories: store, ...sources });
  const mail = config.sendsMail ? mails.transportOfUrl(new URL(config.mailUrl), { from, print, folder: null }) : null;
  const dependencies = async () => (await served()).dependencies;
  const work = new HostedWork(parts, { mail, dependencies });
  return { parts, store, files, work, close: () => store.close() };
}

/** Loads the code that answers requests, while the store is being opened, and builds the app over it. */
async function serve(opening: ReturnType<typeof open>): Promise<Served> {
  const [{ createDependencies }, { createApp }, { parts, store, files }] = await Promise.all([
    import("./src/dependencies.ts"),
    import("./src/app.ts"),
    opening,
  ]);
  const dependencies = createDependencies({
    config: parts.config,
    repositories: store,
    parts,
    signingKeys: files.signingKeys,
    idleMs: idleByMemory(IDLE_MS),
    largeBodyLimits: LARGE_BODIES,
    readingLimits: { atOnce: READ_AT_ONCE },
  });
  return { app: createApp(dependencies), dependencies };
}

/** Throws a `ConfigError` for a store in a file or in memory, which would be lost with the instance. */
function requireDatabase(path: string): void {
  if (outlivesInstance(path)) return;
  throw new ConfigError([
    `Cannot use KV_PATH ${JSON.stringify(path)} here: it is a file or memory that is lost with the instance; leave ` +
    "KV_PATH out and assign a database to the app",
  ]);
}

/** Gives the jobs of this instance back, lets requests finish for a moment, and ends the process. */
async function end(): Promise<void> {
  setTimeout(() => Deno.exit(0), END_AFTER_MS);
  await service.stop(server.shutdown());
  Deno.exit(0);
}

function print(text: string): void {
  // deno-lint-ignore no-console
  console.log(text);
}
