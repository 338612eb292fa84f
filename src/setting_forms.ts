import { isPostgresPath } from "./store/postgres/postgres_address.ts";

/** Whether a text is a URL with one of the given protocols. Protocols are written with their colon, as in `https:`. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/** Whether a text is the address of an S3 bucket. The `endpoint` of its server is optional. */
export function isBucketUrl(text: string): boolean {
  if (!isUrl(text, ["s3:"])) return false;
  const { hostname, searchParams } = new URL(text);
  const endpoint = searchParams.get("endpoint");
  return hostname !== "" && (endpoint === null || isUrl(endpoint, ["https:", "http:"]));
}

/** Whether a text is an https address without a path; one slash at its end is allowed. */
export function isOrigin(text: string): boolean {
  return isUrl(text, ["https:"]) && /^\/?$/.test(text.slice(new URL(text).origin.length));
}

/** Whether the `KV_PATH` setting is the http(s) address of a server. */
export function isKvUrl(path: string | undefined): boolean {
  return path !== undefined && /^https?:\/\//.test(path);
}

/**
 * Whether a text has the form of a `KV_PATH`: the path of a file, `:memory:`, `hosted:`, the http(s) address of a
 * server, or the `postgres://` address of a database, whose parts `faultOfPostgres` checks.
 */
export function isKvPath(path: string): boolean {
  if (isPostgresPath(path) || !/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return true;
  return isKvUrl(path) && isUrl(path, ["http:", "https:"]);
}

/** The `MAIL_URL` of a process that sends no mails. */
export const NO_MAIL = "none:";

/** Whether a text is a valid `MAIL_URL`: `print:`, `none:`, or the `smtp:` or `smtps:` address of a server. */
export function isMailUrl(text: string): boolean {
  return text === "print:" || text === NO_MAIL || (isUrl(text, ["smtp:", "smtps:"]) && new URL(text).hostname !== "");
}

/** Whether a text is exactly one mail address, with or without a display name. */
export function isMailAddress(text: string): boolean {
  return /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text);
}

/** Whether a text is a valid `MARKET_DATA` setting: `sample`, `live` or `files:<folder>`. */
export function isMarketData(text: string): boolean {
  return text === "sample" || text === "live" || /^files:./.test(text);
}

/** Whether a URL points to this machine (localhost or a loopback address). */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether data sent to a URL can be read on its way: the URL is http and points to another machine. */
export function isExposed(url: string): boolean {
  return isUrl(url, ["http:"]) && !isLoopback(url);
}
