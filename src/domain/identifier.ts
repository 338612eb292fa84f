import type { z } from "zod";
import type { JobIdPrefix } from "./job_kinds.ts";

/** The kinds of identifier: a prefix, an underscore and a ULID. */
export type IdPrefix =
  | "acc"
  | "usr"
  | "ses"
  | "cli"
  | "key"
  | JobIdPrefix
  | "mail"
  | "tpl"
  | "cmp"
  | "map"
  | "ins";

/** `acc_<ULID>`: the owner of every record. */
export type AccountId = string & z.core.$brand<"AccountId">;

/** The prefix of its kind and a ULID: `run_<ULID>`. */
export type JobId = string & z.core.$brand<"JobId">;

/** Takes a text for the id of an account. */
export function accountIdOf(text: string): AccountId {
  return text as AccountId;
}

/** Takes a text for the id of a job. */
export function jobIdOf(text: string): JobId {
  return text as JobId;
}

/** An identifier of a kind for a ULID: `run_01J…`. */
export function identifier(prefix: "acc", ulid: string): AccountId;
export function identifier(prefix: JobIdPrefix, ulid: string): JobId;
export function identifier(prefix: Exclude<IdPrefix, "acc" | JobIdPrefix>, ulid: string): string;
export function identifier(prefix: IdPrefix, ulid: string): string {
  return `${prefix}_${ulid}`;
}

/** The prefix of an identifier, or null where the text is none of ours. */
export function prefixOf(id: string): string | null {
  return /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/.exec(id)?.[1] ?? null;
}
