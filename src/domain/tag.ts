import { z } from "zod";

/** Largest number of tags of a run. */
export const TAGS_OF_RUN_AT_MOST = 20;

/** Largest number of distinct tags of an account. */
export const TAGS_AT_MOST = 5_000;

/** Type of a tag with the number of the account's runs that have it. */
export interface TagCount {
  readonly tag: string;
  readonly runs: number;
}

/** Schema of a tag. Tags are stored and compared in lower case. */
export const tagName = z.string()
  .regex(/^[A-Za-z0-9 _-]{1,50}$/, "A tag has 1 to 50 characters: A to Z, a to z, 0 to 9, spaces, - and _")
  .toLowerCase();
