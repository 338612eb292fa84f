import { type App, createApp } from "./app.ts";
import { runBackground } from "./background.ts";
import { type Config, ConfigError } from "./config.ts";
import { createDependencies, type Dependencies, type DependencyOptions } from "./dependencies.ts";
import type { RouteGroup } from "./http/routes/route_groups.ts";
import type { Certificate } from "./http/self_signed_certificate.ts";
import { type Listening, serve } from "./http/serve.ts";
import { runJobsOfService } from "./job_runner.ts";
import type { PreflightLimits } from "./jobs/preflight_queue.ts";
import type { RunnerTiming } from "./jobs/runner_options.ts";
import { WARMING_DELAY_MS } from "./jobs/warm_later.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import { pause } from "./runtime/pause.ts";
import type { SettingsFiles } from "./settings_files.ts";
import type { Store } from "./store/open_store.ts";

/** Type of a running service: its listeners, its dependencies, and a method to stop it. */
export interface Service {
  readonly listening: Listening;
  readonly dependencies: Dependencies;
  /**
   * Stops the service: says so at `/ready` for the seconds of draining, then refuses new requests, lets running
   * requests finish for a limited time, ends background work and closes the store.
   */
  stop(): Promise<void>;
}

export interface ServiceParts {
  readonly config: Config;
  readonly files: SettingsFiles;
  readonly store: Store;
  /** Transport of mails; null where this process sends none. */
  readonly mail: MailTransport | null;
  /** Clock that the service uses; absent means the clock of the machine. */
  readonly clock?: Dependencies["clock"];
  /** Log to which the service writes; absent means the console. */
  readonly log?: Dependencies["log"];
  /** Metrics that the service counts; absent means those of OpenTelemetry. */
  readonly telemetry?: Dependencies["telemetry"];
  /** Provider of market data; absent means the provider that the settings name. */
  readonly marketData?: Dependencies["marketData"];
  /**
   * Limits on how many checks of submitted runs (preflights) may run or wait, and for how long; absent means the
   * defaults of a service.
   */
  readonly preflightLimits?: Partial<PreflightLimits>;
  /**
   * Limits on how many constraint preflights may run or wait, and for how long; absent means the defaults of a service.
   */
  readonly constraintPreflightLimits?: NonNullable<DependencyOptions["constraintPreflightLimits"]>;
  /**
   * URL of the worker module that computes constraint preflights; absent means the worker module of all computations.
   */
  readonly constraintWorker?: NonNullable<DependencyOptions["constraintWorker"]>;
  /**
   * Limits on how many large request bodies may be read or wait, and for how long; absent means the defaults of a
   * service.
   */
  readonly readingLimits?: NonNullable<DependencyOptions["readingLimits"]>;
  /** Limits on the memory that large request bodies share; absent means the defaults of a service. */
  readonly largeBodyLimits?: NonNullable<DependencyOptions["largeBodyLimits"]>;
  /**
   * Milliseconds after the start of the service at which the worker threads for jobs are started, so that the first job
   * need not wait for them; `WARMING_DELAY_MS` if absent. With `Infinity` each starts when there is a job for it.
   */
  readonly warmingDelayMs?: number;
  /** Argon2id cost of new password hashes; `PASSWORD_COST` if absent. */
  readonly passwordCost?: NonNullable<DependencyOptions["passwordCost"]>;
  /** Time limits for clients that send or receive slowly; absent means the defaults of a service. */
  readonly clientDeadlines?: NonNullable<DependencyOptions["clientDeadlines"]>;
  /** Network by which strangers' documents are fetched; absent means the internet without any private network. */
  readonly strangers?: NonNullable<DependencyOptions["strangers"]>;
  /** Timing of the job runner, such as its pauses and time limits; absent means the defaults of a service. */
  readonly jobTiming?: Partial<RunnerTiming>;
  /** Groups of the endpoints that the service has; absent means those of a service. */
  readonly groups?: readonly RouteGroup[];
  /** Starts the listeners of the app; absent means those that the settings name. */
  readonly listen?: (app: App) => Listening;
}

/**
 * Starts the service. Until it is stopped it listens for requests, runs jobs, sends mails, refreshes market data lists
 * and deletes expired data from the store.
 */
export async function startService(
  { config, files, store, mail, groups, jobTiming, warmingDelayMs = WARMING_DELAY_MS, ...parts }: ServiceParts,
): Promise<Service> {
  const { listen: listenOn, ...given } = parts;
  const dependencies = createDependencies({ config, repositories: store, signingKeys: files.signingKeys, ...given });
  dependencies.marketData.prepare?.();
  const app = createApp(dependencies, groups);
  const listening = listenOn?.(app) ?? await listen(app, { config, files }, dependencies);
  const stopping = new AbortController();
  const { preflightPool, constraintPool, readingPool, workbookPool, filePool } = dependencies;
  const background = Promise.all([
    app.loadAll(),
    runBackground(dependencies, { mail, signal: stopping.signal }),
    dependencies.eventLoopWatch.run(stopping.signal),
    runJobsOfService(dependencies, {
      signal: stopping.signal,
      warmingDelayMs,
      ...jobTiming === undefined ? {} : { timing: jobTiming },
    }),
  ]);
  return {
    listening,
    dependencies,
    async stop() {
      await drain(dependencies);
      // When the service stops, event streams end first, because each would otherwise stay open as long as the job that
      // it follows.
      dependencies.eventStreams.end();
      const graceMs = config.stopGraceSeconds * 1_000;
      const isDrained = await listening.stop(graceMs);
      if (!isDrained) dependencies.log.warn("requests cut off", { after_ms: graceMs });
      dependencies.answersInHand.end();
      stopping.abort();
      await Promise.all([background, dependencies.background.settled(), giveTokensBack(dependencies)]);
      preflightPool.close();
      constraintPool.close();
      readingPool.close();
      workbookPool.close();
      filePool.close();
      dependencies.marketDataPool.close();
      mail?.close();
      await store.close();
    },
  };
}

/** Lets a proxy see that the process stops, while it still answers, for as long as the settings say. */
async function drain({ config: { stopDrainSeconds }, readiness, log }: Dependencies): Promise<void> {
  readiness.end();
  if (stopDrainSeconds === 0) return;
  log.info("draining", { for_ms: stopDrainSeconds * 1_000 });
  await pause(stopDrainSeconds * 1_000, new AbortController().signal);
}

/**
 * Returns the unspent tokens of rate limits. They are lost where the store does not answer, until the minute is over.
 */
async function giveTokensBack({ rateLimiter, log }: Dependencies): Promise<void> {
  try {
    await rateLimiter.giveBackAll();
  } catch (error) {
    log.warn("tokens of rate limits not given back", {
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

async function listen(
  app: App,
  { config, files }: Pick<ServiceParts, "config" | "files">,
  dependencies: Dependencies,
): Promise<Listening> {
  const certificate = config.trustProxy ? null : files.certificate ?? await ownCertificate(config, dependencies);
  try {
    return serve(app.fetch, {
      host: config.host,
      https: certificate === null ? null : { port: config.httpsPort, certificate },
      httpPort: config.httpPort === 0 ? null : config.httpPort,
    });
  } catch (error) {
    throw refusalOf(error, config);
  }
}

/**
 * Loads the self-signed TLS certificate of the service, or creates one. The code for it is imported only here, because
 * a service with its own certificate or behind a proxy does not need it.
 */
async function ownCertificate({ dataDir, publicUrl }: Config, { clock }: Dependencies): Promise<Certificate> {
  const { certificateOfFolder, hostsOf } = await import("./http/certificate_files.ts");
  return await certificateOfFolder(`${dataDir}/tls`, { hosts: hostsOf(publicUrl), now: clock.now() });
}

/**
 * Turns an error of the runtime about a port, an address or a certificate into a `ConfigError`. Returns other errors
 * unchanged.
 */
function refusalOf(error: unknown, { host, httpsPort, httpPort, tlsFiles }: Config): unknown {
  if (error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.PermissionDenied) {
    return new ConfigError([
      `Cannot listen at ${host} on HTTPS_PORT ${httpsPort} and HTTP_PORT ${httpPort}: ${error.message}`,
    ]);
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return new ConfigError([`Cannot use HOST ${JSON.stringify(host)}: ${error.message}`]);
  }
  if (error instanceof Deno.errors.InvalidData && tlsFiles !== null) {
    return new ConfigError([`Cannot use TLS_CERT_FILE with TLS_KEY_FILE: ${error.message}`]);
  }
  return error;
}
