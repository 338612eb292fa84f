import { z } from "zod";

/** Largest number of characters in the name of an asset, a group, a rule or a job. */
export const LONGEST_NAME = 120;

/** Matches control characters and bidirectional characters, which change the direction of the text that follows. */
const UNSHOWN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a name can be displayed: it contains no control or bidirectional characters. */
export function isShowable(name: string): boolean {
  return !UNSHOWN.test(name);
}

/** Schema of a name that a request refers to. No stored name is longer, so a longer one cannot exist. */
export const boundedName = z.string().max(LONGEST_NAME);

/** Schema of a new name that a request gives. */
export const givenName = boundedName.min(1)
  .refine(isShowable, {
    error: "a name must not have control characters, or characters that change the direction of the text",
  });
