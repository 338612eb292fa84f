import { createApp } from "./app.ts";
import { runBackground } from "./background.ts";
import { type Config, ConfigError } from "./config.ts";
import { createDependencies, type Dependencies, type DependencyOptions } from "./dependencies.ts";
import type { Certificate } from "./http/self_signed_certificate.ts";
import { type Listening, serve } from "./http/serve.ts";
import { runJobsOfService } from "./job_runner.ts";
import type { PreflightLimits } from "./jobs/preflight_queue.ts";
import type { RunnerTiming } from "./jobs/runner_options.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import type { SettingsFiles } from "./settings_files.ts";
import type { Store } from "./store/open_store.ts";

/** The service in operation. */
export interface Service {
  readonly listening: Listening;
  readonly dependencies: Dependencies;
  /**
   * Takes no more requests, lets those that run finish for a while, ends what runs in the background, and closes the
   * store.
   */
  stop(): Promise<void>;
}

export interface ServiceParts {
  readonly config: Config;
  readonly files: SettingsFiles;
  readonly store: Store;
  readonly mail: MailTransport;
  /** The clock of the machine if absent. */
  readonly clock?: Dependencies["clock"];
  /** The console if absent. */
  readonly log?: Dependencies["log"];
  /** That of the settings if absent. */
  readonly marketData?: Dependencies["marketData"];
  /** How long preflights may take; as is good for a service if absent. */
  readonly preflightLimits?: Partial<PreflightLimits>;
  /** How many preflights of rules may wait, and how long they may take; as is good for a service if absent. */
  readonly constraintPreflightLimits?: NonNullable<DependencyOptions["constraintPreflightLimits"]>;
  /** The module of the worker that computes what rules allow; that of all computations if absent. */
  readonly constraintWorker?: NonNullable<DependencyOptions["constraintWorker"]>;
  /** How long large bodies may wait to be read, and take; as is good for a service if absent. */
  readonly readingLimits?: NonNullable<DependencyOptions["readingLimits"]>;
  /** What room large bodies have; as is good for a service if absent. */
  readonly largeBodyLimits?: NonNullable<DependencyOptions["largeBodyLimits"]>;
  /** Whether the workers start with the service, not with the first work for them; true if absent. */
  readonly warmsWorkers?: boolean;
  /** What new passwords are hashed with; as is good for a service if absent. */
  readonly passwordCost?: NonNullable<DependencyOptions["passwordCost"]>;
  /** How long clients may take; as is good for a service if absent. */
  readonly clientDeadlines?: NonNullable<DependencyOptions["clientDeadlines"]>;
  /** How fast jobs are run; as is good for a service if absent. */
  readonly jobTiming?: Partial<RunnerTiming>;
}

/** Listens, runs jobs, sends mails and sweeps until it is stopped. */
export async function startService(
  { config, files, store, mail, jobTiming, warmsWorkers = true, ...given }: ServiceParts,
): Promise<Service> {
  const dependencies = createDependencies({ config, repositories: store, signingKeys: files.signingKeys, ...given });
  dependencies.marketData.prepare?.();
  const listening = await listen({ config, files }, dependencies);
  const stopping = new AbortController();
  const { preflightPool, constraintPool, readingPool, workbookPool } = dependencies;
  const warming = warmsWorkers ? Promise.all([preflightPool.warm(), readingPool.warm(1)]) : null;
  const background = Promise.all([
    runBackground(dependencies, { mail, signal: stopping.signal }),
    dependencies.eventLoopWatch.run(stopping.signal),
    runJobsOfService(dependencies, {
      signal: stopping.signal,
      warmsWorkers,
      ...jobTiming === undefined ? {} : { timing: jobTiming },
    }),
  ]);
  return {
    listening,
    dependencies,
    async stop() {
      // Their requests would last as long as the jobs that they follow.
      dependencies.eventStreams.end();
      const graceMs = config.stopGraceSeconds * 1_000;
      const isDrained = await listening.stop(graceMs);
      if (!isDrained) dependencies.log.warn("requests cut off", { after_ms: graceMs });
      dependencies.answersInHand.end();
      stopping.abort();
      await Promise.all([background, dependencies.background.settled()]);
      preflightPool.close();
      constraintPool.close();
      readingPool.close();
      workbookPool.close();
      dependencies.marketDataPool.close();
      await warming;
      mail.close();
      store.close();
    },
  };
}

async function listen(
  { config, files }: Pick<ServiceParts, "config" | "files">,
  dependencies: Dependencies,
): Promise<Listening> {
  const app = createApp(dependencies);
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

/** Only a service that ends TLS with a certificate of its own needs the code that makes one. */
async function ownCertificate({ dataDir, publicUrl }: Config, { clock }: Dependencies): Promise<Certificate> {
  const { certificateOfFolder, hostsOf } = await import("./http/certificate_files.ts");
  return await certificateOfFolder(`${dataDir}/tls`, { hosts: hostsOf(publicUrl), now: clock.now() });
}

/** What the runtime says of a port or a certificate that cannot be used, as a fault of the settings. */
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
