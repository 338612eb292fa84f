import { z } from "zod";

/** Largest number of characters in the name of an asset, a group, a rule or a job. */
export const LONGEST_NAME = 120;

/**
 * Matches characters that names may not contain: control characters, and the Unicode characters that embed, override or
 * isolate text in another direction, which change the direction of the text that follows.
 */
const UNSHOWN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/**
 * Whether a name can be displayed safely: it contains no control characters and none that change the direction of text.
 */
export function isShowable(name: string): boolean {
  return !UNSHOWN.test(name);
}

/**
 * Schema of a name by which a request refers to something that exists. It refuses names longer than any stored name.
 */
export const boundedName = z.string().max(LONGEST_NAME);

/** Schema of a name that a request gives to something new: not empty, not too long and displayable. */
export const givenName = boundedName.min(1)
  .refine(isShowable, {
    error: "a name must not have control characters, or characters that change the direction of the text",
  });
