import { DEFAULT_DATABASE, HOSTED_DATABASE, isOfRuntime } from "./domain/hosted_database.ts";
import { isKvUrl, NO_MAIL } from "./setting_forms.ts";
import { isPostgresPath } from "./store/postgres/postgres_address.ts";

/** Environment variables of a process, by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the hosted platform tells an instance about itself. */
export interface HostedPlatform {
  /** Line of revisions that the instance belongs to: `production`, `git-branch/<name>` or `preview/<revision>`. */
  readonly timeline: string;
  /** Address at which the platform serves the timeline; null where the platform does not name its parts. */
  readonly address: string | null;
}

/** Returns what the platform Deno Deploy says of this instance; null where the process runs elsewhere. */
export function hostedPlatform(variables: Variables): HostedPlatform | null {
  if (!["1", "true"].includes(variables.DENO_DEPLOY ?? "")) return null;
  const timeline = variables.DENO_TIMELINE || "production";
  return { timeline, address: addressOf(timeline, variables) };
}

/**
 * Returns the address of a timeline. Source: "Timelines" of the platform's documentation, read 2026-11-28. A branch is
 * part of a host name there, so it is written in small letters with hyphens.
 */
function addressOf(timeline: string, variables: Variables): string | null {
  // The platform's documentation uses both forms of these names, so either may be set.
  const app = variables.DENO_DEPLOY_APP_SLUG || variables.DENO_DEPLOY_APPLICATION_SLUG;
  const organisation = variables.DENO_DEPLOY_ORG_SLUG || variables.DENO_DEPLOY_ORGANIZATION_SLUG;
  if (!app || !organisation) return null;
  const [kind = "", ...rest] = timeline.split("/");
  const name = rest.join("/").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  const joint = kind === "git-branch" ? "--" : "-";
  return `https://${app}${name === "" ? "" : `${joint}${name}`}.${organisation}.deno.net`;
}

/** Settings of an instance, with sentences for the operator about what is missing and what is not used there. */
export interface HostedSettings {
  readonly variables: Variables;
  readonly notes: readonly string[];
}

/** Settings without a use, because the platform serves HTTPS itself, ends instances and keeps no files. */
const UNUSED_SETTINGS = [
  ...["HOST", "HTTPS_PORT", "HTTP_PORT", "TLS_CERT_FILE", "TLS_KEY_FILE", "TRUST_PROXY", "TRUSTED_PROXIES"],
  ...["STOP_GRACE_SECONDS", "STOP_DRAIN_SECONDS", "DATA_DIR", "METRICS_PORT", "METRICS_HOST"],
] as const;

/**
 * Variables that belong to the platform, whose own traces the operator cannot turn off: no setting of an app may begin
 * with `OTEL_`.
 */
const VARIABLES_OF_PLATFORM = ["OTEL_DENO", "OTEL_DENO_TRACING"] as const;

/** Number of workers that the cores and the memory of an instance have room for. */
const MOST_WORKERS = 2;

/**
 * Counted work of a job that an instance computes: about half a minute of one core, and not more memory than 768 MB
 * have room for (see `request/counted_work.ts`).
 */
const WORK_LIMIT = "30000";

/**
 * Largest file of an upload, in MiB. Reading one takes about four times its bytes of memory, and larger histories are
 * beyond the bound on work there.
 */
const UPLOAD_MOST_MIB = "32";

/**
 * Returns the settings for an instance on the platform: those of the environment, with defaults that suit the platform.
 * The store is the database that the app was assigned, one worker computes jobs up to a bound on their work, and the
 * log is JSON. A timeline that is not production always has its own address, because its settings may be a copy of
 * those of production.
 */
export function hostedSettings(given: Variables, { timeline, address }: HostedPlatform): HostedSettings {
  const variables: Record<string, string | undefined> = { ...given };
  const notes: string[] = [];
  const unused = UNUSED_SETTINGS.filter((name) => isSet(given[name]));
  for (const name of [...unused, ...VARIABLES_OF_PLATFORM]) delete variables[name];
  if (unused.length > 0) {
    notes.push(`${unused.join(", ")}: not used here: the platform serves HTTPS, ends instances and keeps no files`);
  }
  variables.KV_PATH = given.KV_PATH || databaseOf(given);
  variables.WORKERS = given.WORKERS || "1";
  if (Number(variables.WORKERS) !== 0) variables.WORK_LIMIT = given.WORK_LIMIT || WORK_LIMIT;
  variables.UPLOAD_MOST_MIB = given.UPLOAD_MOST_MIB || UPLOAD_MOST_MIB;
  variables.LOG_FORMAT = given.LOG_FORMAT || "json";
  if (!isSet(given.MAIL_URL)) {
    variables.MAIL_URL = NO_MAIL;
    notes.push("MAIL_URL: not set, so sign-up and the reset of a password answer 503; set smtps://…");
  }
  const workers = Number(variables.WORKERS);
  if (workers > MOST_WORKERS) {
    variables.WORKERS = String(MOST_WORKERS);
    notes.push(`WORKERS: ${workers} is more than an instance has room for, so ${MOST_WORKERS} compute`);
  }
  const own = timeline === "production" ? given.PUBLIC_URL || address : address ?? given.PUBLIC_URL;
  if (isSet(own ?? undefined)) variables.PUBLIC_URL = own ?? undefined;
  if (own !== given.PUBLIC_URL) notes.push(publicAddressNote(given.PUBLIC_URL, own ?? null, timeline));
  return { variables, notes };
}

/** Returns the `KV_PATH` of the database that the platform assigned: one of PostgreSQL has an address. */
function databaseOf(given: Variables): string {
  const { DATABASE_URL: address = "" } = given;
  if (isPostgresPath(address)) return address;
  return isSet(given.DENO_KV_DEFAULT_PATH) ? DEFAULT_DATABASE : HOSTED_DATABASE;
}

/** Whether a `KV_PATH` names a database that outlives an instance. Files and memory are lost with it. */
export function outlivesInstance(kvPath: string): boolean {
  return isOfRuntime(kvPath) || isKvUrl(kvPath) || isPostgresPath(kvPath);
}

function publicAddressNote(given: string | undefined, own: string | null, timeline: string): string {
  if (own === null) {
    return "PUBLIC_URL: not set and not known, so links lead to this machine; set the address of the app";
  }
  if (!isSet(given)) {
    return `PUBLIC_URL: not set, so links lead to ${own}; set it where the app has an address of its own`;
  }
  return `PUBLIC_URL: ${given} is not used by the timeline "${timeline}", whose address is ${own}`;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
