import { newSecret, type RandomBytes } from "./secrets.ts";

const PREFIX = "pos";
const PATTERN = /^pos_([0-9A-HJKMNP-TV-Z]{26})_([A-Za-z0-9_-]{43})$/;

/** The two parts of the text of an API key: its id and its secret. */
export interface ApiKeyText {
  /** The ULID of the API key. The id of the key is `key_<ULID>`. */
  readonly ulid: string;
  readonly secret: string;
}

/** Makes the text of a new API key, `pos_<ULID>_<secret>`, for the ULID of its id. */
export function newApiKeyText(ulid: string, randomBytes: RandomBytes): { text: string; secret: string } {
  const secret = newSecret(randomBytes);
  return { text: `${PREFIX}_${ulid}_${secret}`, secret };
}

/** Splits the text of an API key into its parts. Returns null if the text does not have the form of a key. */
export function parseApiKeyText(text: string): ApiKeyText | null {
  const [, ulid, secret] = PATTERN.exec(text) ?? [];
  return ulid === undefined || secret === undefined ? null : { ulid, secret };
}

/** Whether a credential has the prefix of an API key, rather than being an access token. */
export function looksLikeApiKey(credential: string): boolean {
  return credential.startsWith(`${PREFIX}_`);
}

/**
 * Returns the beginning of an API key's text, without the secret. Lists show it, so that people can tell keys apart.
 */
export function apiKeyPrefix(ulid: string): string {
  return `${PREFIX}_${ulid}`;
}
