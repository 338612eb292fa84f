import { DomainError } from "../../src/domain/errors.ts";
import { type AccountId, type JobId, jobIdOf } from "../../src/domain/identifier.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { Job } from "../../src/domain/job.ts";
import type { Lease } from "../../src/store/lease.ts";
import type { Repositories } from "../../src/store/mod.ts";
import { consentedConnector, exchangeCode, REDIRECT_ADDRESS, refreshTokens, RESOURCE } from "./consented_connector.ts";
import { submittedJob } from "./submitted_job.ts";
import { accountWithCredentials, apiKeyDraft, type Credentials, mailTo, signUpOf } from "./temporary_store.ts";

const FIRST_PAGE = { limit: 10, cursor: null };
const RETRY: Parameters<Repositories["jobQueue"]["fail"]>[1] = { code: "internal", detail: "It broke" };
/**
 * Sizes of a job's config in bytes, one for each way to store it: within a KV value, in chunks written beside the job
 * record, and in chunks written before the record.
 */
const CONFIG_BYTES = [2, 200_000, 900_000];

/**
 * Test helper. Calls every operation of the repositories of the store, most of them in a case in which they write.
 * Leaves an account with at least one record of every kind, a run that waits in the queue, and the remains of a deleted
 * account. `host` is the domain of the email addresses. `later` must advance the clock of the store by the given
 * milliseconds.
 */
export async function everyStoreOperation(
  store: Repositories,
  { host, later }: { host: string; later: (ms: number) => void },
): Promise<void> {
  await store.maintenance.checkWritable();
  const ada = await accountWithCredentials(store, `ada@${host}`);
  await useConnectors(store, ada);
  await changeAccount(store, ada);
  await useCredentials(store, ada);
  await manageSessions(store, ada);
  await useTokens(store, ada.account.id, ada.user.email);
  await useMails(store, ada.account.id, later);
  await useClassificationMaps(store, ada.account.id);
  await useTemplates(store, ada.account.id);
  await useUploads(store, ada.account.id);
  await useConnectorGrants(store, ada.account.id);
  await useServiceValues(store, later);
  await useJobs(store, ada.account.id);
  await useComparisons(store, ada.account.id);
  await useDashboards(store, ada.account.id);
  await useMarketData(store);
  await store.meters.history(ada.account.id);
  await deleteAnAccount(store, `bob@${host}`);
  await submittedJob(store, ada.account.id, { name: "Waits" }, { config: configOf(CONFIG_BYTES[1]) });
}

/**
 * Calls the store operations that write, adopt, read and delete artifacts (files of jobs), and those of the jobs that
 * own them. Takes the same arguments as `everyStoreOperation`.
 */
export async function everyArtifactOperation(
  store: Repositories,
  { host, later }: { host: string; later: (ms: number) => void },
): Promise<void> {
  const { account } = await accountWithCredentials(store, `ada@${host}`);
  await succeededRun(store, account.id);
  const deleted = await succeededRun(store, account.id);
  await store.jobs.delete(account.id, deleted.id);
  later(2 * HOUR_MS);
  await store.maintenance.sweep();
}

/** Bytes of a fixed pattern without long runs of one value; the configs of test jobs are cut from them. */
const BYTES = new Uint8Array(Math.max(...CONFIG_BYTES)).map((_, index) => (index * index + (index >> 8)) % 256);

function configOf(length: number): Uint8Array<ArrayBuffer> {
  return BYTES.slice(0, length);
}

async function changeAccount({ accounts, meters }: Repositories, { account: { id } }: Credentials): Promise<void> {
  await accounts.setDisplayName(id, "Ada 🦉 \u0000 “A”");
  await accounts.setPlan(id, "pro");
  await accounts.verifyEmail(id);
  await accounts.find(id);
  for await (const _ of accounts.all()) continue;
  await meters.usage(id);
  await meters.storage(id);
}

async function useCredentials(
  { accounts, sessions, apiClients, apiKeys }: Repositories,
  { account: { id }, user, client, key, session, refreshDigest }: Credentials,
): Promise<void> {
  await accounts.findByEmail(user.email.toUpperCase());
  await sessions.authenticate(id, session.id);
  await sessions.findByRefreshDigest(refreshDigest);
  await sessions.rotate(refreshDigest, `second of ${user.email}`);
  const start = { userId: user.id, credentialGeneration: user.credentialGeneration };
  const other = await sessions.start(id, { ...start, refreshDigest: `other of ${user.email}` });
  await sessions.revoke(id, other.id);
  for (const network of ["203.0.113.0/24", "198.51.100.0/24"]) {
    const elsewhere = { ...start, network, notice: mailTo(user.email) };
    await sessions.start(id, { ...elsewhere, refreshDigest: `${network} of ${user.email}` });
  }
  await sessions.signInNetworks(id);
  await apiKeys.authenticate(key.id, key.id);
  await apiKeys.authenticate(key.id, "digest");
  await apiKeys.accountOf(key.id);
  await apiKeys.get(id, key.id);
  const change = { name: "Night key", scopes: ["jobs:read", "jobs:write"] } as const;
  await apiKeys.update(id, key.id, { ...change, sessionId: session.id });
  await apiKeys.list(id, { clientId: client.id }, FIRST_PAGE);
  await apiClients.get(id, client.id);
  await apiClients.update(id, client.id, { name: "Night", description: "Runs at night" });
  const brief = await apiClients.create(id, { name: "Brief", description: null });
  await apiClients.list(id, FIRST_PAGE);
  for (const digit of ["1", "2"]) await apiKeys.create(id, apiKeyDraft(brief.id, `${digit}${id.slice(5)}`));
  await apiKeys.delete(id, `key_1${id.slice(5)}`);
  await apiClients.delete(id, brief.id);
}

/** Test helper. Calls the store's operations for sessions, passwords and security events. */
async function manageSessions(
  { accounts, sessions, securityEvents }: Repositories,
  { account: { id }, user, session }: Credentials,
): Promise<void> {
  await sessions.list(id, { limit: 10, cursor: null });
  await sessions.accountOf(session.id, user.id);
  const former = (await accounts.findByEmail(user.email))?.passwordHash ?? "";
  await accounts.strengthenHash(id, { former, next: "$argon2id$stronger" });
  const change = { former: "$argon2id$stronger", next: "$argon2id$next", sessionId: session.id };
  await accounts.changePassword(id, { ...change, notice: mailTo(user.email) });
  await sessions.end(id, session.id);
  await securityEvents.append(id, {
    at: user.createdAt,
    route: "POST /auth/login",
    address: "203.0.113.7",
    outcome: "succeeded",
    code: null,
    credentialId: session.id,
  });
  await securityEvents.list(id);
}

async function useTokens({ oneTimeTokens }: Repositories, accountId: AccountId, email: string): Promise<void> {
  await oneTimeTokens.get(`digest of ${email}`, "email_verification");
  await oneTimeTokens.confirmEmail(`digest of ${email}`);
  for (const digest of [`reset of ${email}`, `unused reset of ${email}`]) {
    await oneTimeTokens.issue(accountId, { purpose: "password_reset", digest, mail: mailTo(email) });
  }
  await oneTimeTokens.resetPassword(`reset of ${email}`, {
    passwordHash: "$argon2id$other",
    revokeApiKeys: false,
    notice: mailTo(email),
  });
}

async function useMails({ mails }: Repositories, accountId: AccountId, later: (ms: number) => void): Promise<void> {
  await mails.enqueue(accountId, mailTo("carol@example.com"));
  const [sent, ...failed] = await mails.claim({ limit: 100, leaseMs: 1_000 });
  await mails.succeed(sent);
  for (const mail of failed) await mails.fail(mail, "Refused");
  for (let attempt = 0; attempt < 12; attempt++) {
    later(24 * 3_600_000);
    for (const mail of await mails.claim({ limit: 1, leaseMs: 1_000 })) await mails.fail(mail, "Refused");
  }
  await mails.undeliverable(10);
  await mails.enqueue(accountId, mailTo("dan@example.com"));
}

async function useClassificationMaps({ classificationMaps }: Repositories, id: AccountId): Promise<void> {
  for (const bytes of CONFIG_BYTES) {
    const name = `${bytes} bytes 🦉`;
    const saved = await classificationMaps.create(id, { name, description: null, map: mapOf(bytes) });
    await classificationMaps.content(id, saved.id);
    await classificationMaps.replace(id, saved.id, { name, description: "By sector", map: mapOf(bytes + 1) });
    const other = await classificationMaps.create(id, { name: `other ${name}`, description: null, map: mapOf(bytes) });
    await classificationMaps.delete(id, other.id);
  }
  for await (const _ of classificationMaps.list(id)) continue;
}

async function useUploads({ uploads, jobs, jobQueue }: Repositories, id: AccountId): Promise<void> {
  const draft = { name: "Upload", kind: "prices", format: "csv", announcedBytes: null } as const;
  const facts = { assets: 1, rows: 1, firstDay: "2024-01-01", lastDay: "2024-01-01" };
  const kept = await uploads.create(id, draft);
  await uploads.get(id, kept.id);
  await uploads.checkWaiting(id, kept.id);
  const arrived = await uploads.write(id, piecesOf(configOf(CONFIG_BYTES[2])));
  await uploads.read(arrived);
  const file = { bytes: CONFIG_BYTES[2], sha256: arrived.sha256, ...facts };
  await uploads.finish(id, kept.id, { file, history: configOf(CONFIG_BYTES[1]) });
  await uploads.discard(arrived);
  await uploads.history(id, kept.id);
  const refused = await uploads.create(id, draft);
  await uploads.refuse(id, refused.id, "Cannot read the file");
  await uploads.list(id);
  await uploads.delete(id, refused.id);
  const { id: jobId } = await submittedJob({ jobs }, id, { name: "By upload" }, {
    config: configOf(2),
    inputs: configOf(3),
    uploadId: kept.id,
  });
  await jobs.inputs(id, jobId);
  await jobQueue.configOfRun({ accountId: id, jobId });
  await jobs.cancel(id, jobId);
  await jobs.delete(id, jobId);
}

async function* piecesOf(bytes: Uint8Array, size = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function useTemplates({ templates }: Repositories, id: AccountId): Promise<void> {
  const long = { methods: Array.from({ length: 6_000 }, () => "min_volatility") };
  for (const request of [{ methods: ["min_cvar"] }, long]) {
    const saved = await templates.create(id, { name: `Template of ${request.methods.length}`, request });
    await templates.rename(id, saved.id, `Renamed ${saved.name}`);
    const other = await templates.create(id, { name: saved.name, request });
    await templates.list(id);
    await templates.delete(id, other.id);
  }
}

async function useConnectorGrants({ connectorGrants }: Repositories, id: AccountId): Promise<void> {
  const clients = ["https://assistant.example.com", "desk"];
  for (const clientId of clients) {
    await connectorGrants.grant(id, { clientId, clientName: null, scopes: ["jobs:read"] });
  }
  await connectorGrants.revoke(id, clients[1]);
  await connectorGrants.list(id);
}

async function useConnectors(store: Repositories, ada: Credentials): Promise<void> {
  const client = await consentedConnector(store, ada, { code: "code 1" });
  await store.connectorClients.find(client.id);
  const described = "https://assistant.example.com/connector.json";
  await store.connectorClients.keepDocument({ id: described, name: "Desk", redirectAddresses: [REDIRECT_ADDRESS] });
  await store.connectorClients.find(described);
  await store.connectorClients.hasSecret(client.id, "digest");
  await exchangeCode(store, { code: "code 1", access: "access 1", refresh: "refresh 1" });
  const connector = await store.connectorTokens.authenticate("access 1");
  if (connector !== null) await store.connectorTokens.isHeld("access 1", connector);
  await store.connectorGrants.countCalls({ accountId: ada.account.id, clientId: client.id, grantId: "gnt_other" }, 1);
  await refreshTokens(store, client, "refresh 1");
  await store.connectorTokens.revoke("access 1", client.id);
  await consentedConnector(store, ada, { client, code: "code 2" });
  await exchangeCode(store, { code: "code 2", access: "access 2", refresh: "refresh 2" });
  await store.connectorTokens.revoke("refresh 2", client.id);
  const request = { redirectAddress: REDIRECT_ADDRESS, codeChallenge: "challenge", resource: RESOURCE, state: null };
  await store.authorizationRequests.add("denied", { ...request, clientId: client.id, scopes: ["jobs:read"] });
  await store.authorizationRequests.get("denied");
  await store.authorizationRequests.deny("denied");
  await exchangeCode(store, { code: "code 1" }).catch(refused);
  await store.connectorGrants.revokeAll(ada.account.id);
  await consentedConnector(store, ada, { client, code: "code 3" });
}

/** Test helper. Takes the refusal of an operation whose answer only has to be the same on every store. */
function refused(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** Test helper. Returns a classification map of about the given size in bytes. */
function mapOf(bytes: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 128) }, (_, i) => [`NSE:${i}${"X".repeat(100)}`, `Group ${i % 20}`]),
  );
}

async function useServiceValues(
  { rateLimits, signingKeySets, serviceSecrets, jobRunners }: Repositories,
  later: (ms: number) => void,
): Promise<void> {
  const signingKey = { kty: "OKP", crv: "Ed25519", x: "x", d: "d", kid: "first" } as const;
  await signingKeySets.ensure(() => Promise.resolve({ keys: [signingKey] }));
  await signingKeySets.update((set) => Promise.resolve({ keys: [{ ...signingKey, kid: "next" }, ...set?.keys ?? []] }));
  await signingKeySets.find();
  await serviceSecrets.ensure("csrf");
  await serviceSecrets.rotate();
  const bucket = { rule: "rest", subject: "198.51.100.7", windowStart: 0, windowEnd: 60_000 };
  await rateLimits.lease(bucket, { count: 10, limit: 100 });
  await rateLimits.giveBack(bucket, 3);
  await jobRunners.note("runner", { workLimit: 1_000 });
  await jobRunners.forget("runner");
  await jobRunners.list();
  later(1);
}

async function useJobs(store: Repositories, id: AccountId): Promise<void> {
  const { jobs } = store;
  const idempotency = { key: "once", requestDigest: "digest" };
  for (const bytes of CONFIG_BYTES) {
    const job = await submittedJob(store, id, { name: `${bytes}` }, { config: configOf(bytes), idempotency });
    await jobs.config(id, job.id);
    await jobs.configOfRun(id, job.id);
    await jobs.findConfig(id, job.id);
    await jobs.cancel(id, job.id);
    idempotency.key += " more";
  }
  await jobs.findSubmission(id, { key: "once", requestDigest: "digest" });
  await submittedJob(store, id, { name: "Replayed" }, { idempotency: { key: "once", requestDigest: "digest" } });
  const run = await succeededRun(store, id);
  await jobs.listHistory(id, "optimization", { market: "IN" }, FIRST_PAGE);
  await jobs.listOfRun(id, run.id, "backtest", FIRST_PAGE);
  await jobs.rename(id, run.id, "Renamed");
  for (const tag of ["income", "growth"]) await jobs.addTag(id, run.id, tag);
  await jobs.removeTag(id, run.id, "growth");
  await jobs.tagCounts(id);
  await loseRuns(store, id);
  const deleted = await succeededRun(store, id);
  await jobs.delete(id, deleted.id);
}

async function useComparisons({ comparisons }: Repositories, id: AccountId): Promise<void> {
  const runIds = [jobIdOf("run_1"), jobIdOf("run_2")];
  const kept = await comparisons.create(id, { name: "Both 🦉", runIds }, Int32Array.of(19_000, 19_001));
  await comparisons.getWithDays(id, kept.id);
  await comparisons.update(id, kept.id, { name: "Two" });
  await comparisons.update(id, kept.id, { runs: { runIds: [...runIds].reverse(), days: Int32Array.of(19_000) } });
  const other = await comparisons.create(id, { name: "None", runIds }, null);
  await comparisons.get(id, other.id);
  await comparisons.delete(id, other.id);
  await comparisons.list(id);
}

async function useDashboards(store: Repositories, id: AccountId): Promise<void> {
  const { dashboards, jobs } = store;
  await dashboards.get(id);
  const figures = { methods: [], assets: [["A", 1, 1]], lastDay: "2020-01-01", walkForward: [] } as const;
  const earlier = await succeededRun(store, id);
  await dashboards.refresh(id);
  for await (const { runId } of dashboards.runsWithoutFigures()) await dashboards.addFigures(id, runId, figures);
  for (const insight of (await dashboards.get(id)).insights) await dashboards.dismiss(id, insight.id);
  await dashboards.dismissed(id);
  await jobs.delete(id, earlier.id);
  await store.maintenance.sweep();
  await dashboards.get(id);
}

/**
 * Test helper. Creates a run that a runner claims and gives back to the queue, and that succeeds when it is claimed
 * again. Adds a simulation, a backtest and a report of the run.
 */
async function succeededRun(store: Repositories, id: AccountId): Promise<Job> {
  const { jobs, jobQueue } = store;
  const { id: runId } = await submittedJob(store, id, {}, {
    config: configOf(CONFIG_BYTES[1]),
    inputs: configOf(CONFIG_BYTES[0]),
    historyPlace: { start: 1, end: 2 },
  });
  const first = await claimed(store);
  await jobQueue.storeInputs(first, configOf(CONFIG_BYTES[2]));
  await jobQueue.giveBack(first);
  const lease = await claimed(store);
  if (lease.inputs !== null) await jobQueue.inputs(id, lease.inputs);
  await jobQueue.beat(lease, { phase: "solving", fraction: 0.5 });
  await jobQueue.beat(lease, null);
  await jobQueue.config(lease);
  await jobQueue.configOfRun(lease);
  await finish(store, lease);
  await jobs.listActive(id, FIRST_PAGE);
  for (const kind of ["monte_carlo", "backtest"] as const) {
    await submittedJob(store, id, { kind, parentRunId: runId });
    await finish(store, await claimed(store));
  }
  await jobs.requestReport(id, runId, "full");
  await jobs.findReport(id, runId, "full");
  const report = await claimed(store);
  await jobQueue.reportedRun(id, runId);
  await finish(store, report);
  const spreadsheet = {
    name: "result.xlsx",
    mediaType: "application/octet-stream",
    content: configOf(CONFIG_BYTES[0]),
  };
  await jobs.addFile(await store.artifacts.write(id, runId, [spreadsheet]));
  return await jobs.get(id, runId);
}

async function claimed({ jobQueue }: Repositories): Promise<Lease> {
  const lease = await jobQueue.claim(null);
  if (lease === null) throw new Error("No job waits");
  return lease;
}

async function finish(store: Repositories, lease: Lease): Promise<void> {
  const { jobQueue, artifacts } = store;
  const { accountId, jobId } = lease;
  await jobQueue.beginUpload(lease);
  const set = await artifacts.write(accountId, jobId, [
    { name: "result.json", mediaType: "application/json", content: configOf(100_000) },
    { name: "weights.csv", mediaType: "text/csv", content: configOf(10) },
  ]);
  await jobQueue.succeed(lease, set);
  await artifacts.list(accountId, jobId);
  await readArtifact(store, accountId, jobId);
}

async function readArtifact({ artifacts }: Repositories, accountId: AccountId, jobId: JobId): Promise<void> {
  const found = await artifacts.find(accountId, jobId, "result.json");
  await new Response(found?.stream()).bytes();
}

/**
 * Test helper. Creates a run that fails, is queued again, loses an attempt, is claimed again and taken back from its
 * runner, and is then cancelled.
 */
async function loseRuns(store: Repositories, id: AccountId): Promise<void> {
  const { jobs, jobQueue } = store;
  const run = await submittedJob(store, id);
  await jobQueue.fail(await claimed(store), RETRY);
  await jobs.requeue(run.id);
  await jobQueue.lose(await claimed(store), RETRY);
  await claimed(store);
  for (const sighting of await jobQueue.leases()) await jobQueue.takeBack(sighting);
  await jobs.cancel(id, run.id);
}

/**
 * Test helper. Calls the operations of the market data cache. The stored parts are of every size class: small enough
 * for one KV value, written in the same operation as their head, or so large that they are written before the head.
 */
async function useMarketData({ marketDataCache: { lists, series, ...cache } }: Repositories): Promise<void> {
  const head = { source: "nse", fetchedAt: "2026-05-20T12:00:00.000Z", bytes: 0, about: { rows: 1, asOf: null } };
  const entry = (...parts: (readonly [string, number])[]): Parameters<typeof lists.write>[1] => ({
    head,
    parts: new Map(parts.map(([name, length]) => [name, configOf(length)])),
  });
  await lists.write("nse", entry(["text", CONFIG_BYTES[1]], ["former", CONFIG_BYTES[0]]));
  await lists.write("nse", entry(["text", CONFIG_BYTES[2]]));
  await lists.read("nse");
  await series.write("NSE:EXLOTUS", entry(["2025", CONFIG_BYTES[0]], ["2026", CONFIG_BYTES[0]]));
  await series.write("NSE:EXLOTUS", { head, parts: new Map([["2025", null]]) });
  await series.read("NSE:EXLOTUS");
  await series.heads();
  const { fetchedAt: since } = head;
  await cache.noteHost({ host: "127.0.0.1", provider: "nse", circuit: "open", since, until: since, lastFault: null });
  await cache.hosts();
  await cache.status();
  await cache.once("list nse", () => Promise.resolve(), new AbortController().signal);
}

async function deleteAnAccount(store: Repositories, email: string): Promise<void> {
  const { account } = await store.accounts.signUp(signUpOf(email));
  await submittedJob(store, account.id, {}, { config: configOf(CONFIG_BYTES[2]) });
  await store.accounts.endSessions(account.id);
  await store.accounts.endApiKeys(account.id);
  await store.accounts.delete(account.id);
  await store.maintenance.sweep();
}

/** Name of a store operation that a test called, with its answer or error as text. */
export interface Answer {
  readonly operation: string;
  readonly text: string;
}

/**
 * Test helper. Returns the answer of a store operation as JSON without the versions of entries, because versions differ
 * between stores.
 */
function textOf(answer: unknown): string {
  return JSON.stringify(answer, (name, value: unknown) => {
    if (name === "version") return undefined;
    return value instanceof Uint8Array ? value.toBase64() : value;
  }) ?? "nothing";
}

/**
 * Test helper. Wraps the repositories of a store so that each call of an operation appends its answer or error to
 * `answers`. A call that returns no promise appends the text `a stream`.
 */
export function notedStore(store: Repositories, answers: Answer[]): Repositories {
  const noted = <Entity extends object>(name: string, entity: Entity): Entity =>
    new Proxy(entity, {
      get(target, method) {
        const member: unknown = Reflect.get(target, method, target);
        if (typeof member !== "function") return member;
        return (...values: unknown[]): unknown => {
          const returned: unknown = member.apply(target, values);
          const note = (answer: unknown): void => {
            answers.push({ operation: `${name}.${String(method)}`, text: textOf(answer) });
          };
          if (!(returned instanceof Promise)) note("a stream");
          else returned.then(note, (error: unknown) => note(String(error)));
          return returned;
        };
      },
    });
  return {
    accounts: noted("accounts", store.accounts),
    sessions: noted("sessions", store.sessions),
    apiClients: noted("apiClients", store.apiClients),
    apiKeys: noted("apiKeys", store.apiKeys),
    classificationMaps: noted("classificationMaps", store.classificationMaps),
    templates: noted("templates", store.templates),
    uploads: noted("uploads", store.uploads),
    connectorGrants: noted("connectorGrants", store.connectorGrants),
    connectorClients: noted("connectorClients", store.connectorClients),
    authorizationRequests: noted("authorizationRequests", store.authorizationRequests),
    connectorTokens: noted("connectorTokens", store.connectorTokens),
    comparisons: noted("comparisons", store.comparisons),
    dashboards: noted("dashboards", store.dashboards),
    oneTimeTokens: noted("oneTimeTokens", store.oneTimeTokens),
    meters: noted("meters", store.meters),
    jobs: noted("jobs", store.jobs),
    jobQueue: noted("jobQueue", store.jobQueue),
    jobRunners: noted("jobRunners", store.jobRunners),
    artifacts: noted("artifacts", store.artifacts),
    mails: noted("mails", store.mails),
    rateLimits: noted("rateLimits", store.rateLimits),
    signingKeySets: noted("signingKeySets", store.signingKeySets),
    serviceSecrets: noted("serviceSecrets", store.serviceSecrets),
    securityEvents: noted("securityEvents", store.securityEvents),
    marketDataCache: noted("marketDataCache", store.marketDataCache),
    maintenance: noted("maintenance", store.maintenance),
  };
}
