import { basename, dirname } from "node:path";
import { loadConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import type { MailTransport, OutgoingMail } from "../../src/mail/mail_transport.ts";
import { type Service, type ServiceParts, startService } from "../../src/service.ts";
import { readSettingsFiles } from "../../src/settings_files.ts";
import type { EncodedKv } from "../../src/store/encoded_kv.ts";
import { retentionOf } from "../../src/mail/retention_notices.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { contractCheck, type ReadResponse } from "./contract_check.ts";
import { freshPostgres } from "./fresh_postgres.ts";
import { loopbackCertificate } from "./loopback_certificate.ts";
import { openKvAt } from "./open_kv_at.ts";
import { PATIENT_PREFLIGHTS } from "./submission.ts";
import { until } from "./until.ts";

export interface RunningServiceOptions {
  /** Environment variables of the tested service, added to those that a test always sets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Limits of preflights in the tested service; by default they are long enough for any request. */
  readonly preflightLimits?: ServiceParts["preflightLimits"];
  /**
   * Module of the worker that computes constraint preflights in the tested service; the default is that of the real
   * service.
   */
  readonly constraintWorker?: NonNullable<ServiceParts["constraintWorker"]>;
  /** Cost of hashing new passwords in the tested service; the default is almost no cost. */
  readonly passwordCost?: ServiceParts["passwordCost"];
  /** Timing of the job runner of the tested service, such as its lease; the default is that of the real service. */
  readonly jobTiming?: NonNullable<ServiceParts["jobTiming"]>;
  /** Limits for large request bodies in the tested service; the default is that of the real service. */
  readonly largeBodyLimits?: ServiceParts["largeBodyLimits"];
  /** Milliseconds after which workers start without a task; by default each starts with its first task. */
  readonly warmingDelayMs?: number;
  /**
   * Deadlines by which clients of the tested service must send a body and read an answer; the default is that of the
   * real service.
   */
  readonly clientDeadlines?: ServiceParts["clientDeadlines"];
  /** Transport that sends the mails of the tested service; by default a test reads the mails from `mails`. */
  readonly mail?: MailTransport;
  /**
   * Clock of the tested service: the milliseconds by which it is ahead of the system clock, which a test may change.
   * With `standsStill`, time passes only when the test changes them.
   */
  readonly clock?: { aheadMs: number; readonly standsStill?: boolean };
  /** Network by which the tested service fetches strangers' documents; the default is that of the real service. */
  readonly strangers?: NonNullable<ServiceParts["strangers"]>;
  /** Opens the store of the tested service; the default is that of the real service. */
  readonly openStore?: typeof openStore;
}

/** Service that a test runs over HTTPS on loopback with its own KV file. */
export interface RunningService {
  readonly service: Service;
  readonly store: Store;
  readonly dataDir: string;
  /** `KV_PATH` of the tested service: a file, or a database with `TEST_STORE=postgres`. */
  readonly kvPath: string;
  readonly url: string;
  /** TLS certificate of the tested service, as PEM. */
  readonly certificate: string;
  /** Mails that the tested service has sent, in the order of sending; empty if `mail` replaced the transport. */
  readonly mails: readonly OutgoingMail[];
  /**
   * Sends a request to the tested service and checks the response against the contract of its endpoint; `path` begins
   * with a slash.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Opens the KV of the tested service, as another process has it. The test closes it. */
  openKv(): Promise<EncodedKv>;
  /** Returns every byte that the store of the tested service holds, as text of one character for each byte. */
  storedText(): Promise<string>;
  /** Waits for the nth mail (from 1) that the tested service sends to an address. */
  mailTo(address: string, nth?: number): Promise<OutgoingMail>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Cost of password hashing in tests: the least work that Argon2id allows, because tests need no strong hashes. */
const PASSWORD_COST = { memoryKib: 8, passes: 1 };

const PUBLIC_URL = "https://service.localhost";
const checkContract = contractCheck(ENDPOINTS);
const certificate = await loopbackCertificate();
/** Databases of the services, each of which has an empty one; null where a service has a file of its own. */
const freshStore = await freshPostgres();

/** Starts a service for a test. Rate limits are off unless `environment` sets them. */
export async function runService(options: RunningServiceOptions = {}): Promise<RunningService> {
  const dataDir = await Deno.makeTempDir({ prefix: "service-" });
  const environment = {
    DATA_DIR: dataDir,
    HTTPS_PORT: "0",
    PUBLIC_URL,
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    ...freshStore === null ? {} : { KV_PATH: freshStore.newPath() },
    ...options.environment,
  };
  const config = loadConfig(environment, { cores: 2 });
  const files = { ...await readSettingsFiles(config), certificate };
  const { clock = { aheadMs: 0 } } = options;
  const startedAt = systemClock.now();
  const movedClock = { now: () => (clock.standsStill ? startedAt : systemClock.now()) + clock.aheadMs };
  const sources = { clock: movedClock, random: systemRandom };
  const store = await (options.openStore ?? openStore)({
    path: config.kvPath,
    planLimits: files.planLimits,
    artifactBucket: config.artifactBucket,
    retention: retentionOf(config),
    ...sources,
  });
  const mails: OutgoingMail[] = [];
  const mail = options.mail ?? recordingTransport(mails);
  const { preflightLimits = PATIENT_PREFLIGHTS } = options;
  const service = await startService({
    config,
    files,
    store,
    mail,
    clock: movedClock,
    preflightLimits,
    constraintPreflightLimits: PATIENT_PREFLIGHTS,
    readingLimits: PATIENT_PREFLIGHTS,
    warmingDelayMs: options.warmingDelayMs ?? Infinity,
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    clientDeadlines: options.clientDeadlines ?? {},
    largeBodyLimits: options.largeBodyLimits ?? {},
    ...options.constraintWorker === undefined ? {} : { constraintWorker: options.constraintWorker },
    ...options.strangers === undefined ? {} : { strangers: options.strangers },
    ...options.jobTiming === undefined ? {} : { jobTiming: options.jobTiming },
  }).catch(async (error) => {
    store.close();
    await Deno.remove(dataDir, { recursive: true });
    throw error;
  });
  const url = `https://localhost:${service.listening.httpsPort}`;
  const client = Deno.createHttpClient({ caCerts: [certificate.certificate] });
  return {
    service,
    store,
    dataDir,
    kvPath: config.kvPath,
    url,
    certificate: certificate.certificate,
    mails,
    async fetch(path, init) {
      const response = await fetch(`${url}${path}`, { ...init, client });
      const { status, statusText, headers } = response;
      const read = { status, headers, bytes: await response.bytes() };
      checkContract({ method: init?.method ?? "GET", path: new URL(path, url).pathname }, read);
      checkLength(read);
      return new Response(response.body === null ? null : read.bytes, { status, statusText, headers });
    },
    openKv: () => openKvAt(config.kvPath),
    storedText: () => freshStore?.textOf(config.kvPath) ?? textOfFiles(config.kvPath),
    mailTo: (address, nth = 1) => nthMail(mails, address, nth),
    async [Symbol.asyncDispose]() {
      await service.stop();
      client.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

/**
 * Checks that a response to a test over HTTP/2 states its length in `content-length`. Empty responses and event streams
 * are skipped, and so are responses that may be compressed, because the client removes the length together with the
 * encoding.
 */
function checkLength({ status, headers, bytes }: ReadResponse): void {
  const isStream = headers.get("content-type") === "text/event-stream";
  if (bytes.length === 0 || isStream || headers.get("vary") === "accept-encoding") return;
  const told = headers.get("content-length");
  if (told !== String(bytes.length)) throw new Error(`An answer ${status} of ${bytes.length} bytes says ${told}`);
}

/** Returns the bytes of a file and of the log files beside it. */
async function textOfFiles(path: string): Promise<string> {
  const folder = dirname(path), texts: string[] = [];
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.startsWith(basename(path))) continue;
    texts.push(new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`)));
  }
  return texts.join("\n");
}

function recordingTransport(mails: OutgoingMail[]): MailTransport {
  return { deliver: (mail) => Promise.resolve(void mails.push(mail)), close: () => undefined };
}

/**
 * Test helper. Waits until n mails to an address were sent, and returns the nth in the order of their ids, in which
 * they were written. Mails that are sent together can arrive in any order.
 */
async function nthMail(mails: readonly OutgoingMail[], address: string, nth: number): Promise<OutgoingMail> {
  const arrived = (): readonly OutgoingMail[] => mails.filter(({ to }) => to === address);
  await until(() => arrived().length >= nth, `mail number ${nth} to ${address}`);
  return arrived().toSorted((a, b) => a.id < b.id ? -1 : 1)[nth - 1];
}
