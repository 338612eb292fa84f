import { z } from "zod";
import { emailKey } from "../domain/user.ts";
import { isCommonPassword } from "./common_passwords.ts";

const MAX_EMAIL_CHARACTERS = 254;
const MAX_EMAIL_BYTES = 1_024;
const MIN_PASSWORD_CHARACTERS = 8;
const MAX_PASSWORD_BYTES = 256;

/**
 * RFC 6531's dot-atom at a host name with a dot, in any script; quoted local parts and address literals are refused.
 */
const EMAIL =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/** They turn the order of what is shown around them: a name with one makes the text after it read otherwise. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const TOO_LONG_PASSWORD = `Must be text of at most ${MAX_PASSWORD_BYTES} bytes`;

/** No expression and no normal form is tried on a text that is too long anyway: both can fail or stall on megabytes. */
const GIVE_UP = { abort: true } as const;

/** An e-mail address to send to. */
export const emailAddress = z.string().max(MAX_EMAIL_CHARACTERS, GIVE_UP)
  .refine(isEmail, "Must be an e-mail address").meta({ format: "email" });

/** What somebody gives as the address of an account, right or wrong. */
export const emailGuess = z.string().min(1).max(MAX_EMAIL_CHARACTERS, GIVE_UP)
  .refine(isShortKey, "Must be an e-mail address").meta({ format: "email" });

/**
 * A password for an account: at least 8 characters with an upper-case and a lower-case letter, at most 256 bytes of
 * UTF-8, and none of those that people choose most.
 */
export const newPassword = z.string()
  .max(MAX_PASSWORD_BYTES, { ...GIVE_UP, error: TOO_LONG_PASSWORD })
  .refine(isLongEnough, `Must have at least ${MIN_PASSWORD_CHARACTERS} characters`)
  .refine(hasMixedCase, "Must have an upper-case and a lower-case letter")
  .refine(isHashable, TOO_LONG_PASSWORD)
  .refine((password) => !isCommonPassword(password), "Must not be one of the passwords that are used most")
  .meta({ format: "password" });

/** What somebody gives as the password of an account, right or wrong. */
export const passwordGuess = z.string().min(1).max(4_096).meta({ format: "password" });

/** A name on one line, of 1 to `max` characters, by the units of UTF-16. */
export function line(max: number): z.ZodType<string, string> {
  return oneLine(z.string().min(1, GIVE_UP).max(max, GIVE_UP));
}

/** The same by code points: a letter or an emoji of any script is one. */
export function lineOfCodePoints(max: number): z.ZodType<string, string> {
  const text = z.string().min(1, GIVE_UP).max(2 * max, { ...GIVE_UP, error: `Must have at most ${max} characters` })
    .refine((text) => [...text].length <= max, { ...GIVE_UP, error: `Must have at most ${max} characters` });
  return oneLine(text).meta({ maxLength: max });
}

function oneLine(text: z.ZodType<string, string>): z.ZodType<string, string> {
  return text
    .refine((text) => text.trim() !== "", "Must not be blank")
    .refine(
      (text) => !CONTROL.test(text) && text.isWellFormed(),
      "Must be one line of text without control characters",
    )
    .refine((text) => !DIRECTION.test(text), "Must not have characters that turn the direction of writing");
}

/** Text of at most `max` characters that may have several lines. */
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
 * Letters that are compared as others, such as full-width ones: mail for them goes elsewhere than to the address they
 * stand for.
 */
function hasLookalikes(text: string): boolean {
  return text.normalize("NFKC") !== text.normalize("NFC");
}

/** Some characters grow eighteenfold in the form by which addresses are compared. */
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
