/** Whether a text is an address of one of the protocols, each with its colon. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/** Whether a text is the address of a bucket, with that of its server or the usual one. */
export function isBucketUrl(text: string): boolean {
  if (!isUrl(text, ["s3:"])) return false;
  const { hostname, searchParams } = new URL(text);
  const endpoint = searchParams.get("endpoint");
  return hostname !== "" && (endpoint === null || isUrl(endpoint, ["https:", "http:"]));
}

/** Whether a text is an address over TLS without a path. */
export function isOrigin(text: string): boolean {
  return isUrl(text, ["https:"]) && /^\/?$/.test(text.slice(new URL(text).origin.length));
}

/** Whether a place of the store is the address of a server. */
export function isKvUrl(path: string | undefined): boolean {
  return path !== undefined && /^https?:\/\//.test(path);
}

/** Whether a text is a file or the address of a server. */
export function isKvPath(path: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(path) ? isKvUrl(path) && isUrl(path, ["http:", "https:"]) : true;
}

/** Whether a text says how mails leave. */
export function isMailUrl(text: string): boolean {
  return text === "print:" || (isUrl(text, ["smtp:", "smtps:"]) && new URL(text).hostname !== "");
}

/** Whether a text is an address of mail, with or without a name, and no more than that. */
export function isMailAddress(text: string): boolean {
  return /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text);
}

/** Whether a text names a source of market data. */
export function isMarketData(text: string): boolean {
  return text === "sample" || text === "live" || /^files:./.test(text);
}

/** Whether an address is of this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether what is sent to an address can be read on its way: it is not over TLS, and leaves the machine. */
export function isExposed(url: string): boolean {
  return isUrl(url, ["http:"]) && !isLoopback(url);
}
