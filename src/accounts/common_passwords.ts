import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * Smallest length, in characters, of the entries in the list of common passwords. Shorter passwords are refused anyway.
 */
const CHARACTERS_AT_LEAST = 8;
const REFUSED = 10_000;

let refused: ReadonlySet<string> | null = null;

/** Whether a password is among the 10,000 most common ones, ignoring upper and lower case. */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set(
    dictionary["passwords-common"].filter(({ length }) => length >= CHARACTERS_AT_LEAST).slice(0, REFUSED)
      .map((common) => common.toLowerCase()),
  );
  return refused.has(password.toLowerCase());
}
