import type { z } from "zod";
import type { JobIdPrefix } from "./job_kinds.ts";

/** Type of the prefixes of identifiers. An identifier is a prefix, an underscore and a ULID. */
export type IdPrefix =
  | "acc"
  | "usr"
  | "ses"
  | "cli"
  | "key"
  | "con"
  | "gnt"
  | "fam"
  | JobIdPrefix
  | "mail"
  | "tpl"
  | "cmp"
  | "map"
  | "ins"
  | "upl";

/** Id of an account, `acc_<ULID>`. A customer's jobs, API keys and other data belong to an account. */
export type AccountId = string & z.core.$brand<"AccountId">;

/** Id of a job: the prefix of its kind and a ULID, such as `run_<ULID>`. */
export type JobId = string & z.core.$brand<"JobId">;

/** Returns a text typed as the id of an account. It checks nothing. */
export function accountIdOf(text: string): AccountId {
  return text as AccountId;
}

/** Returns a text typed as the id of a job. It checks nothing. */
export function jobIdOf(text: string): JobId {
  return text as JobId;
}

/** Builds an identifier from a prefix and a ULID, such as `run_01J…`. */
export function identifier(prefix: "acc", ulid: string): AccountId;
export function identifier(prefix: JobIdPrefix, ulid: string): JobId;
export function identifier(prefix: Exclude<IdPrefix, "acc" | JobIdPrefix>, ulid: string): string;
export function identifier(prefix: IdPrefix, ulid: string): string {
  return `${prefix}_${ulid}`;
}

/** Returns the prefix of an identifier; null unless the text is lower-case letters, an underscore and a ULID. */
export function prefixOf(id: string): string | null {
  return /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/.exec(id)?.[1] ?? null;
}
