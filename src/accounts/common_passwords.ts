import { dictionary } from "@zxcvbn-ts/language-common";

/** Shorter ones are refused anyway. */
const CHARACTERS_AT_LEAST = 8;
const REFUSED = 10_000;

let refused: ReadonlySet<string> | null = null;

/** Whether a password is among the 10,000 that people choose most, in whatever case its letters are. */
export function isCommonPassword(password: string): boolean {
  refused ??= new Set(
    dictionary["passwords-common"].filter(({ length }) => length >= CHARACTERS_AT_LEAST).slice(0, REFUSED)
      .map((common) => common.toLowerCase()),
  );
  return refused.has(password.toLowerCase());
}
