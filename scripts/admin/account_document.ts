import { DomainError } from "../../src/domain/errors.ts";
import { type DismissedInsight, insightId } from "../../src/domain/insight_kind.ts";
import { isoTimestamp } from "../../src/domain/instant.ts";
import type { Job } from "../../src/domain/job.ts";
import { LISTED_JOB_KINDS } from "../../src/domain/job_kinds.ts";
import type { Page, PageRequest } from "../../src/domain/page.ts";
import type { SecurityEvent } from "../../src/domain/security_event.ts";
import type { SignInNetwork } from "../../src/domain/sign_in_network.ts";
import { presentGrant } from "../../src/http/routes/account/grant_body.ts";
import { presentProfile } from "../../src/http/routes/account/profile_body.ts";
import { presentComparison } from "../../src/http/routes/analytics/comparison_body.ts";
import { presentApiClient } from "../../src/http/routes/auth/api_client_body.ts";
import { presentApiKey } from "../../src/http/routes/auth/api_key_body.ts";
import { presentClassificationMap } from "../../src/http/routes/classification_maps/classification_map_body.ts";
import { presentJob } from "../../src/http/routes/jobs/job_body.ts";
import { presentTemplate } from "../../src/http/routes/templates/template_body.ts";
import { presentUpload } from "../../src/http/routes/uploads/upload_body.ts";
import { DOCUMENTS, isHidden } from "../../src/documents/mod.ts";
import { runResult } from "../../src/documents/run_result.ts";
import type { Member } from "../../src/store/members.ts";
import type { Store } from "../../src/store/open_store.ts";

const PAGE = 100;

/**
 * Yields, in pieces, one JSON object of everything that an account owns, presented as the service presents it.
 * Passwords, the secrets of API keys, sessions and mailed tokens are left out, because the store holds only their
 * digests. Of a job's artifacts it holds the JSON documents with figures, from which tables and charts are made.
 */
export async function* accountDocument({ account, user }: Member, store: Store): AsyncIterable<string> {
  yield `{"profile":${JSON.stringify({ account_id: account.id, ...presentProfile({ account, user }) })}`;
  yield* list("api_clients", everyPage((page) => store.apiClients.list(account.id, page)), presentApiClient);
  yield* list("api_keys", everyPage((page) => store.apiKeys.list(account.id, {}, page)), presentApiKey);
  yield* list("classification_maps", store.classificationMaps.list(account.id), presentClassificationMap);
  yield* list("templates", await store.templates.list(account.id), presentTemplate);
  const now = Date.now();
  yield* list("uploads", await store.uploads.list(account.id), (upload) => presentUpload(upload, now));
  yield* list("comparisons", await store.comparisons.list(account.id), presentComparison);
  yield* list("dismissed_insights", await store.dashboards.dismissed(account.id), presentDismissed);
  yield* list("connector_grants", await store.connectorGrants.list(account.id), presentGrant);
  yield `,"meters":${JSON.stringify(await store.meters.history(account.id))}`;
  const networks = await store.sessions.signInNetworks(account.id);
  yield `,"sign_in_networks":${JSON.stringify(networks.map(presentNetwork))}`;
  const events = await store.securityEvents.list(account.id);
  yield `,"security_log":${JSON.stringify(events.map(presentEvent))}`;
  yield ',"jobs":[';
  let separator = "\n";
  for (const kind of LISTED_JOB_KINDS) {
    for await (const job of everyPage((page) => store.jobs.listHistory(account.id, kind, {}, page))) {
      yield separator;
      yield* jobDocument(job, store);
      separator = ",\n";
    }
  }
  yield "]}\n";
}

function presentDismissed({ kind, runId, dismissedAt }: DismissedInsight): unknown {
  return { insight_id: insightId(kind, runId), kind, run_id: runId, dismissed_at: isoTimestamp(dismissedAt) };
}

function presentNetwork({ network, signedInAt }: SignInNetwork): unknown {
  return { network, signed_in_at: isoTimestamp(signedInAt) };
}

function presentEvent({ at, route, address, outcome, code, credentialId }: SecurityEvent): unknown {
  return { at: isoTimestamp(at), route, address, outcome, code, credential_id: credentialId };
}

/**
 * Returns the names of the documents that a job kind may leave for its owner. Each becomes a field named without
 * `.json`.
 */
function documentNamesOf(kind: Job["kind"]): ReadonlySet<string> {
  const owned = [...DOCUMENTS].filter((document) => document.kind === kind && !document.hidden);
  return new Set([runResult.name, ...owned.map(({ name }) => name)]);
}

/**
 * Yields the JSON object of a job: its record, its configuration, its documents and the list of its artifacts.
 * Configuration and result are null where the store has none.
 */
async function* jobDocument(job: Job, { jobs, artifacts }: Store): AsyncIterable<string> {
  yield `{"job":${JSON.stringify(presentJob(job))},"config":`;
  const config = await jobs.config(job.accountId, job.id).catch(nullIfLost);
  yield config === null ? "null" : new TextDecoder().decode(config);
  for (const name of documentNamesOf(job.kind)) {
    const document = await artifacts.find(job.accountId, job.id, name);
    if (document === null && name !== runResult.name) continue;
    yield `,"${name.replace(/\.json$/, "")}":`;
    if (document === null) yield "null";
    else yield* document.stream().pipeThrough(new TextDecoderStream());
  }
  const files = (await artifacts.list(job.accountId, job.id)).filter(({ name }) => !isHidden(job.kind, name));
  const stored = files.map(({ name, mediaType, bytes, sha256, createdAt }) => ({
    name,
    media_type: mediaType,
    bytes,
    sha256,
    created_at: isoTimestamp(createdAt),
  }));
  yield `,"artifacts":${JSON.stringify(stored)}}`;
}

function nullIfLost(error: unknown): null {
  if (error instanceof DomainError && error.code === "input_lost") return null;
  throw error;
}

async function* list<Item>(
  name: string,
  items: AsyncIterable<Item> | Iterable<Item>,
  present: (item: Item) => unknown,
): AsyncIterable<string> {
  yield `,${JSON.stringify(name)}:[`;
  let separator = "";
  for await (const item of items) {
    yield separator + JSON.stringify(present(item));
    separator = ",";
  }
  yield "]";
}

async function* everyPage<Item>(read: (page: PageRequest) => Promise<Page<Item>>): AsyncIterable<Item> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read({ limit: PAGE, cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
