import { createHash } from "node:crypto";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import type { JobKindName, MeterName } from "../domain/job_kinds.ts";
import { emailKey } from "../domain/user.ts";

/**
 * Every key of the store. Everything an account owns lies under `["owned", account]`, so that a deletion finds all of
 * it. Other entries are indexes and queues, which hold only ids, and data of the service itself. The words in keys are
 * stored data and must not change, even if the code renames things.
 */
export const keys = {
  schemaVersion: ["schema_version"],
  writeProbe: ["write_probe"],
  /** Key of the id of the installation, which its bucket holds too. */
  installation: ["installation"],
  /** Key of the entry that closes a store on a KV Connect server to writes. */
  closed: ["closed_to_writes"],
  signingKeySet: ["signing_key_set"],
  /** Key of the newest service secret with this name. */
  serviceSecret: (name: string) => ["service_secrets", name],
  /**
   * Key of the rotation of a service secret: since when the newest secret signs, and the former secrets that still
   * verify.
   */
  serviceSecretRotation: (name: string) => ["service_secret_rotations", name],

  accounts: ["accounts"],
  account: (account: AccountId) => ["accounts", account],
  /**
   * Key of the entry that holds the account id for an e-mail address. The key contains a digest, so that it is short
   * and nobody can read an address from a list of keys.
   */
  accountOfEmail: (email: string) => ["account_of_email", sha256(emailKey(email))],
  accountOfApiKey: (key: string) => ["account_of_api_key", key],
  accountOfSession: (session: string) => ["account_of_session", session],
  accountOfRefreshToken: (digest: string) => ["account_of_refresh_token", digest],
  accountOfOneTimeToken: (digest: string) => ["account_of_one_time_token", digest],

  /**
   * Key of a connector that registered itself. It belongs to no account. The key contains a digest, as that of a grant.
   */
  connectorClient: (client: string) => ["connector_clients", sha256(client)],
  authorizationRequest: (digest: string) => ["authorization_requests", digest],
  accountOfAuthorizationCode: (digest: string) => ["account_of_authorization_code", digest],
  /** Key of the entry that tells to which token family an access or refresh token of a connector belongs. */
  familyOfConnectorToken: (digest: string) => ["family_of_connector_token", digest],

  owned: (account: AccountId) => ["owned", account],
  users: (account: AccountId) => ["owned", account, "users"],
  user: (account: AccountId, user: string) => ["owned", account, "users", user],
  session: (account: AccountId, session: string) => ["owned", account, "sessions", session],
  refreshToken: (account: AccountId, digest: string) => ["owned", account, "refresh_tokens", digest],
  oneTimeToken: (account: AccountId, digest: string) => ["owned", account, "one_time_tokens", digest],
  /**
   * Key of the id last added to a list with a limit. Every addition writes this entry, so concurrent additions
   * conflict.
   */
  newestOf: (account: AccountId, list: string) => ["owned", account, "newest", list],
  sessions: (account: AccountId) => ["owned", account, "sessions"],
  signInNetworks: (account: AccountId) => ["owned", account, "sign_in_networks"],
  securityEvents: (account: AccountId) => ["owned", account, "security_events"],
  securityEventsOf: (account: AccountId, outcome: string) => ["owned", account, "security_events", outcome],
  securityEvent: (account: AccountId, outcome: string, event: string) => [
    "owned",
    account,
    "security_events",
    outcome,
    event,
  ],
  apiClients: (account: AccountId) => ["owned", account, "api_clients"],
  apiClient: (account: AccountId, client: string) => ["owned", account, "api_clients", client],
  apiKeys: (account: AccountId) => ["owned", account, "api_keys"],
  apiKey: (account: AccountId, key: string) => ["owned", account, "api_keys", key],
  keysOfClient: (account: AccountId, client: string) => ["owned", account, "keys_of_client", client],
  keyOfClient: (account: AccountId, client: string, key: string) => ["owned", account, "keys_of_client", client, key],
  classificationMaps: (account: AccountId) => ["owned", account, "classification_maps"],
  classificationMap: (account: AccountId, map: string) => ["owned", account, "classification_maps", map],
  classificationMapContent: (account: AccountId, map: string) => [
    "owned",
    account,
    "classification_map_contents",
    map,
  ],
  /**
   * Key of the classification map with this name. The key contains a digest, because the owner chose the name. Names
   * that differ only in Unicode composition count as equal.
   */
  classificationMapOfName: (account: AccountId, name: string) => [
    "owned",
    account,
    "classification_map_of_name",
    sha256(name.normalize("NFC")),
  ],
  templates: (account: AccountId) => ["owned", account, "templates"],
  template: (account: AccountId, template: string) => ["owned", account, "templates", template],
  templateContent: (account: AccountId, template: string) => ["owned", account, "template_contents", template],
  templateOfName: (account: AccountId, name: string) => [
    "owned",
    account,
    "template_of_name",
    sha256(name.normalize("NFC")),
  ],
  uploads: (account: AccountId) => ["owned", account, "uploads"],
  upload: (account: AccountId, upload: string) => ["owned", account, "uploads", upload],
  connectorGrants: (account: AccountId) => ["owned", account, "connector_grants"],
  /** Key of a connector's grant. The key contains a digest, because the connector chose its own id. */
  connectorGrant: (account: AccountId, client: string) => ["owned", account, "connector_grants", sha256(client)],
  authorizationCode: (account: AccountId, digest: string) => ["owned", account, "authorization_codes", digest],
  tokenFamilies: (account: AccountId, grant: string) => ["owned", account, "token_families", grant],
  tokenFamily: (account: AccountId, grant: string, family: string) => [
    "owned",
    account,
    "token_families",
    grant,
    family,
  ],
  connectorToken: (account: AccountId, digest: string) => ["owned", account, "connector_tokens", digest],
  tagCounts: (account: AccountId) => ["owned", account, "tag_counts"],
  comparisons: (account: AccountId) => ["owned", account, "comparisons"],
  comparison: (account: AccountId, comparison: string) => ["owned", account, "comparisons", comparison],
  /** Key of the days that the runs of a comparison have in common. */
  comparisonDays: (account: AccountId, comparison: string) => ["owned", account, "comparison_days", comparison],
  dashboard: (account: AccountId) => ["owned", account, "dashboard"],
  /** Prefix of the entries for jobs that changed since the account's dashboard last counted them. */
  dashboardChanges: (account: AccountId) => ["owned", account, "dashboard_changes"],
  dashboardChange: (account: AccountId, job: JobId) => ["owned", account, "dashboard_changes", job],
  allRunFigures: (account: AccountId) => ["owned", account, "run_figures"],
  runFigures: (account: AccountId, run: string) => ["owned", account, "run_figures", run],
  /**
   * Prefix of the marks of an account's succeeded runs for which no figures for the dashboard are stored, mostly
   * because the runs are older than such figures.
   */
  runsWithoutFigures: (account: AccountId) => ["owned", account, "runs_without_figures"],
  runWithoutFigures: (account: AccountId, run: string) => ["owned", account, "runs_without_figures", run],
  dismissedInsights: (account: AccountId) => ["owned", account, "dismissed_insights"],
  dismissedInsightsOf: (account: AccountId, run: string) => ["owned", account, "dismissed_insights", run],
  dismissedInsight: (account: AccountId, run: string, kind: string) => [
    "owned",
    account,
    "dismissed_insights",
    run,
    kind,
  ],
  /** Key of the time of the last notice that runs of an account will be deleted. */
  retentionNotice: (account: AccountId) => ["owned", account, "retention_notice"],
  meters: (account: AccountId) => ["owned", account, "meters"],
  meter: (account: AccountId, period: string, meter: MeterName) => ["owned", account, "meters", period, meter],
  jobs: (account: AccountId, kind: JobKindName) => ["owned", account, "jobs", kind],
  job: (account: AccountId, kind: JobKindName, job: JobId) => ["owned", account, "jobs", kind, job],
  activeJobs: (account: AccountId) => ["owned", account, "active_jobs"],
  /** Key of an unfinished job. The ULID comes before the id, so that jobs of all kinds sort by time. */
  activeJob: (account: AccountId, job: JobId) => ["owned", account, "active_jobs", ulidOf(job), job],
  /** Prefix of the jobs of one kind that belong to a run, finished jobs included. */
  jobsOfRun: (account: AccountId, parent: JobId, kind: JobKindName) => ["owned", account, "child_jobs", parent, kind],
  jobOfRun: (account: AccountId, parent: JobId, kind: JobKindName, job: JobId) => [
    "owned",
    account,
    "child_jobs",
    parent,
    kind,
    job,
  ],
  allJobsOfRun: (account: AccountId, parent: JobId) => ["owned", account, "child_jobs", parent],
  activeJobsOfRun: (account: AccountId, parent: JobId) => ["owned", account, "active_child_jobs", parent],
  activeJobOfRun: (account: AccountId, parent: JobId, job: JobId) => [
    "owned",
    account,
    "active_child_jobs",
    parent,
    job,
  ],
  /** Prefix of the jobs of one kind with a given value of a filter field of the history. */
  jobsWith: (account: AccountId, kind: JobKindName, field: string, value: string) => [
    "owned",
    account,
    "jobs_with",
    kind,
    field,
    value,
  ],
  jobWith: (account: AccountId, kind: JobKindName, field: string, value: string, job: JobId) => [
    "owned",
    account,
    "jobs_with",
    kind,
    field,
    value,
    job,
  ],
  /** Key of the number of bytes that the jobs of an account store. */
  storedBytes: (account: AccountId) => ["owned", account, "stored_bytes"],
  jobConfigs: (account: AccountId) => ["owned", account, "job_configs"],
  jobConfig: (account: AccountId, job: JobId) => ["owned", account, "job_configs", job],
  allInputs: (account: AccountId) => ["owned", account, "kept_inputs"],
  inputs: (account: AccountId, digest: string) => ["owned", account, "kept_inputs", digest],
  /** Key of a request's idempotency record. The key contains a digest, because the client chose the idempotency key. */
  idempotencyKey: (account: AccountId, key: string) => ["owned", account, "idempotency_keys", sha256(key)],
  allArtifactSets: (account: AccountId) => ["owned", account, "artifact_sets"],
  artifactSets: (account: AccountId, job: JobId) => ["owned", account, "artifact_sets", job],
  artifactSet: (account: AccountId, job: JobId, set: string) => ["owned", account, "artifact_sets", job, set],
  mail: (account: AccountId, mail: string) => ["owned", account, "mails", mail],
  chunk: (account: AccountId, set: string, index: number) => ["owned", account, "chunks", set, index],
  chunks: (account: AccountId, set: string) => ["owned", account, "chunks", set],

  queuedJobs: ["queued_jobs"],
  /** Start of a key range behind the last queued job of an account and before the next account. */
  queuedJobsAfter: (account: AccountId) => ["queued_jobs", `${account}~`],
  queuedJob: (account: AccountId, place: string, job: JobId) => ["queued_jobs", account, place, job],
  /** Prefix of the queued jobs that are small, which are in the queue of all jobs too. */
  queuedSmallJobs: ["queued_small_jobs"],
  queuedSmallJob: (account: AccountId, place: string, job: JobId) => ["queued_small_jobs", account, place, job],
  /** Place among the running jobs of an account, where its plan limits their number; it holds the id of the job. */
  runningJobs: (account: AccountId) => ["owned", account, "running_jobs"],
  runningJob: (account: AccountId, slot: number) => ["owned", account, "running_jobs", String(slot)],
  leasedJobs: ["leased_jobs"],
  leasedJob: (job: JobId) => ["leased_jobs", job],
  /** Prefix of the notes by which processes that compute jobs are known to others, under the id of the process. */
  jobRunners: ["job_runners"],
  jobRunner: (runner: string) => ["job_runners", runner],
  jobDeletions: ["job_removals"],
  jobDeletion: (account: AccountId, job: JobId) => ["job_removals", account, job],

  /**
   * Prefix of the accounts with jobs that changed since the dashboard last counted them. Every change rewrites the
   * account's entry.
   */
  changedDashboards: ["changed_dashboards"],
  changedDashboard: (account: AccountId) => ["changed_dashboards", account],

  uploadEnds: ["upload_ends"],
  uploadEndsBefore: (end: Instant) => ["upload_ends", end],
  uploadEnd: (end: Instant, account: AccountId, upload: string) => ["upload_ends", end, account, upload],

  dueMails: ["due_mails"],
  dueMail: (dueAt: Instant, mail: string) => ["due_mails", dueAt, mail],
  undeliverableMails: ["undeliverable_mails"],
  undeliverableMail: (mail: string) => ["undeliverable_mails", mail],

  /**
   * Key of the number of mails to an address in a minute. The count belongs to the address and outlives its account.
   */
  mailsInMinute: (addressDigest: string) => ["mails_in_minute", addressDigest],
  meterOfAddress: (email: string, period: string, meter: MeterName) => [
    "meters_of_address",
    sha256(emailKey(email)),
    period,
    meter,
  ],

  rateLimits: ["rate_limits"],
  rateLimitsEndingAt: (end: Instant) => ["rate_limits", end],
  rateLimit: (end: Instant, rule: string, subject: string) => ["rate_limits", end, rule, subject],

  /**
   * Prefix of the heads (descriptions) of cached market data of one kind, `lists` or `series`. Cached market data
   * belongs to no account.
   */
  marketHeads: (kind: string) => ["market_heads", kind],
  marketHead: (kind: string, name: string) => ["market_heads", kind, name],
  marketParts: (kind: string, name?: string) => ["market_parts", kind, ...name === undefined ? [] : [name]],
  marketPart: (kind: string, name: string, part: string, version: string, index: number) => [
    "market_parts",
    kind,
    name,
    part,
    version,
    index,
  ],
  marketUnadopted: (kind: string, ...place: readonly string[]) => ["market_unadopted", kind, ...place],
  marketUses: ["market_uses"],
  marketUse: (name: string) => ["market_uses", name],
  marketHosts: ["market_hosts"],
  marketHost: (host: string) => ["market_hosts", host],
  marketLease: (name: string) => ["market_leases", name],

  /** Key of the mark by which a commit to the store is recognised. Each commit has its own random token. */
  commitMark: (token: string) => ["commit_marks", token],
  commitMarks: ["commit_marks"],

  /** Key of the lease of the process that sweeps the store. */
  sweepTurn: ["sweep_turn"],
  unadoptedChunkSets: ["unadopted_chunk_sets"],
  unadoptedChunkSet: (set: string) => ["unadopted_chunk_sets", set],
  unadoptedObjectSets: ["unadopted_object_sets"],
  unadoptedObjectSet: (set: string) => ["unadopted_object_sets", set],
  /** Key of the time of the last sweep of runs whose time is over. */
  retentionSweep: ["retention_sweep"],
  accountDeletions: ["removals"],
  accountDeletion: (account: AccountId) => ["removals", account],
} as const;

/** Returns the SHA-256 digest of a text in lower-case hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the part of an id after its prefix. */
export function ulidOf(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
