/** Largest number of characters in a redirect address. */
export const LONGEST_REDIRECT_ADDRESS = 2_000;

/** Hosts of the own machine to which an answer may go without encryption. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Returns why a connector cannot register a redirect address, as the end of a sentence; null if it can. It must be an
 * HTTPS address, or an HTTP address of the connector's own machine, and have no fragment and no user.
 */
export function faultOfRedirectAddress(text: string): string | null {
  if (text.length > LONGEST_REDIRECT_ADDRESS) return `must have at most ${LONGEST_REDIRECT_ADDRESS} characters`;
  // The URL parser drops white space and control characters, and takes a backslash for a slash.
  if (/[^\x21-\x7e]|\\/.test(text) || !URL.canParse(text)) return "must be an absolute address in ASCII";
  const url = new URL(text);
  if (url.protocol !== "https:" && !isLoopback(url)) return "must begin with https, or with http for this machine";
  if (text.includes("#")) return "must have no fragment";
  if (text.includes("@") && (url.username !== "" || url.password !== "" || /^\w+:\/\/[^/?]*@/.test(text))) {
    return "must name no user";
  }
  return null;
}

/**
 * Whether a redirect address is one of those that a connector registered: the same text, or, for an HTTP address of
 * the connector's own machine, the same but for the port, which such a program cannot know before (RFC 8252, 7.3).
 */
export function isRegisteredAddress(text: string, registered: readonly string[]): boolean {
  if (registered.includes(text)) return true;
  if (faultOfRedirectAddress(text) !== null) return false;
  const given = withoutPort(text);
  return given !== null && registered.some((address) => withoutPort(address) === given);
}

/** Host of a redirect address, which a person sees, and whether it is a program on the person's own machine. */
export interface ShownAddress {
  readonly host: string;
  readonly isLoopback: boolean;
}

/** Returns what a person is shown of a redirect address that passed the checks. */
export function shownAddress(text: string): ShownAddress {
  const { host, hostname } = new URL(text);
  return { host, isLoopback: isOwnMachine(hostname) };
}

/** Whether a host, as the URL parser writes it, is the person's own machine, by whatever name (RFC 6761, 6.3). */
function isOwnMachine(hostname: string): boolean {
  return hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname) ||
    /(?:^|\.)localhost\.?$/.test(hostname);
}

/** Returns an HTTP address of the own machine without its port and otherwise letter for letter; null for any other. */
function withoutPort(text: string): string | null {
  if (!isLoopback(new URL(text))) return null;
  const [, origin, rest = ""] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?([/?].*)?$/.exec(text) ??
    [];
  return origin === undefined ? null : `${origin} ${rest}`;
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && LOOPBACK_HOSTS.has(hostname);
}
