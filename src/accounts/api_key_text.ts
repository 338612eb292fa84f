import { newSecret, type RandomBytes } from "./secrets.ts";

const PREFIX = "pos";
const PATTERN = /^pos_([0-9A-HJKMNP-TV-Z]{26})_([A-Za-z0-9_-]{43})$/;

/** An API key, taken apart. */
export interface ApiKeyText {
  /** The ULID within the id of the key, `key_<ULID>`. */
  readonly ulid: string;
  readonly secret: string;
}

/** A new key for the id's ULID: `pos_<ULID>_<secret>`. */
export function newApiKeyText(ulid: string, randomBytes: RandomBytes): { text: string; secret: string } {
  const secret = newSecret(randomBytes);
  return { text: `${PREFIX}_${ulid}_${secret}`, secret };
}

/** The parts of a key, or null where the text has not its shape. */
export function parseApiKeyText(text: string): ApiKeyText | null {
  const fields = PATTERN.exec(text);
  return fields === null ? null : { ulid: fields[1], secret: fields[2] };
}

/** True for what claims to be an API key and no access token. */
export function looksLikeApiKey(credential: string): boolean {
  return credential.startsWith(`${PREFIX}_`);
}

/** What lists show of a key, so that a person can tell keys apart; the secret is not in it. */
export function apiKeyPrefix(ulid: string): string {
  return `${PREFIX}_${ulid}`;
}
