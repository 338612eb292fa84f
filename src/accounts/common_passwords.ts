import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * Smallest length, in characters, of the common passwords that are looked for. Shorter passwords are refused for their
 * length.
 */
const CHARACTERS_AT_LEAST = 8;
const REFUSED = 10_000;

let refused: ReadonlySet<string> | null = null;

/** Whether a password is among the 10,000 most common ones of at least 8 characters, ignoring upper and lower case. */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set(
    dictionary["passwords-common"].filter(({ length }) => length >= CHARACTERS_AT_LEAST).slice(0, REFUSED)
      .map((common) => common.toLowerCase()),
  );
  return refused.has(password.toLowerCase());
}
