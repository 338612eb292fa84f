import { z } from "zod";

/** Of an asset, a group, a rule or a job. */
export const LONGEST_NAME = 120;

/** Control characters, and those that turn the direction of the text behind them. */
const UNSHOWN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a name can be shown: nothing in it moves what stands around it. */
export function isShowable(name: string): boolean {
  return !UNSHOWN.test(name);
}

/** A name that a request refers to: as no name is longer, none that is longer can be found. */
export const boundedName = z.string().max(LONGEST_NAME);

/** A name that a request gives. */
export const givenName = boundedName.min(1)
  .refine(isShowable, { error: "a name takes no control characters, and none that turn the direction of text" });
