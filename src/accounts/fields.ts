import { z } from "zod";
import { emailKey } from "../domain/user.ts";
import { isCommonPassword } from "./common_passwords.ts";

const MAX_EMAIL_CHARACTERS = 254;
const MAX_EMAIL_BYTES = 1_024;
const MIN_PASSWORD_CHARACTERS = 8;
const MAX_PASSWORD_BYTES = 256;

/**
 * Pattern of an e-mail address: a dot-atom of RFC 6531 at a host name with a dot, in any script. Quoted local parts and
 * address literals do not match.
 */
const EMAIL =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/**
 * Matches bidirectional control characters, which names may not contain. Such a character can reverse the text that is
 * displayed after it.
 */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const TOO_LONG_PASSWORD = `Must be text of at most ${MAX_PASSWORD_BYTES} bytes`;

/**
 * Options of a text schema that stop its checks at the first fault. Later checks, by regular expression and
 * normalisation, can fail or stall on megabytes of text.
 */
const GIVE_UP = { abort: true } as const;

/**
 * Schema of the e-mail address of a new account: at most 254 characters in the form of an address, none of which only
 * looks like another (full-width letters, for example).
 */
export const emailAddress = z.string().max(MAX_EMAIL_CHARACTERS, GIVE_UP)
  .refine(isEmail, "Must be an e-mail address").meta({ format: "email" });

/**
 * Schema of the e-mail address in a form that names an existing account, such as a sign-in. It checks the length of the
 * text and that it is well-formed Unicode. An address of another form is treated like an address without an account.
 */
export const emailGuess = z.string().min(1).max(MAX_EMAIL_CHARACTERS, GIVE_UP)
  .refine(isShortKey, "Must be an e-mail address").meta({ format: "email" });

/**
 * Schema of a new password: at least 8 characters with an upper-case and a lower-case letter, at most 256 bytes of
 * UTF-8, and not one of the most common passwords.
 */
export const newPassword = z.string()
  .max(MAX_PASSWORD_BYTES, { ...GIVE_UP, error: TOO_LONG_PASSWORD })
  .refine(isLongEnough, `Must have at least ${MIN_PASSWORD_CHARACTERS} characters`)
  .refine(hasMixedCase, "Must have an upper-case and a lower-case letter")
  .refine(isHashable, TOO_LONG_PASSWORD)
  .refine((password) => !isCommonPassword(password), "Must not be one of the most common passwords")
  .meta({ format: "password" });

/**
 * Schema of the password in a sign-in form: 1 to 4,096 characters. The rules for new passwords do not apply, because
 * the password is only compared with the stored one.
 */
export const passwordGuess = z.string().min(1).max(4_096).meta({ format: "password" });

/**
 * Returns the schema of a one-line name of 1 to `max` characters. A letter or an emoji of any script counts as one (a
 * code point).
 */
export function line(max: number): z.ZodType<string, string> {
  return z.string().min(1, GIVE_UP).max(max, GIVE_UP)
    .refine((text) => text.trim() !== "", "Must not be blank")
    .refine(
      (text) => !CONTROL.test(text) && text.isWellFormed(),
      "Must be one line of text without control characters",
    )
    .refine((text) => !DIRECTION.test(text), "Must not have characters that change the direction of the text");
}

/** Returns the schema of a text of at most `max` characters that may have several lines. */
export function paragraph(max: number): z.ZodType<string, string> {
  return z.string().max(max, GIVE_UP)
    .refine(
      (text) => !CONTROL.test(text.replace(/[\r\n\t]/g, "")) && text.isWellFormed(),
      "Must be text without control characters",
    );
}

function isEmail(text: string): boolean {
  const localPart = text.slice(0, text.lastIndexOf("@"));
  return EMAIL.test(text) && localPart.length <= 64 && isShortKey(text) && !hasLookalikes(text);
}

/**
 * Whether an e-mail address contains characters that only look like others, such as full-width letters. Mail to it
 * would not reach the address that it resembles.
 */
function hasLookalikes(text: string): boolean {
  return text.normalize("NFKC") !== text.normalize("NFC");
}

/**
 * Whether the normalised form of an e-mail address, by which addresses are compared, has at most 1,024 bytes of UTF-8,
 * and the address is well-formed Unicode. Some characters grow eighteenfold in that form.
 */
function isShortKey(text: string): boolean {
  return text.isWellFormed() && utf8Length(emailKey(text)) <= MAX_EMAIL_BYTES;
}

function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_PASSWORD_CHARACTERS;
}

function hasMixedCase(password: string): boolean {
  return /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password);
}

function isHashable(password: string): boolean {
  return password.isWellFormed() && utf8Length(password) <= MAX_PASSWORD_BYTES;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
