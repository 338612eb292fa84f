import { z } from "zod";

/** A run has no more of them. */
export const TAGS_OF_RUN_AT_MOST = 20;

/** An account has no more different ones. */
export const TAGS_AT_MOST = 5_000;

/** How many runs of an account have a tag. */
export interface TagCount {
  readonly tag: string;
  readonly runs: number;
}

/** A tag as it is kept and compared: in lower case. */
export const tagName = z.string()
  .regex(/^[A-Za-z0-9 _-]{1,50}$/, "It takes 1 to 50 letters, digits, spaces, - and _")
  .toLowerCase();
