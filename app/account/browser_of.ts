/** Browsers by what their user agents contain. Those that claim to be others as well stand first. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Headless)?Chrom(e|ium)\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
  ["curl", /^curl\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** Longest user agent that is shown as it is. */
const LONGEST = 60;

/** Returns the name of a browser and its system by its user agent, or the user agent itself where it is another one. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return "An unnamed program";
  const nameIn = (list: typeof BROWSERS): string | undefined => list.find(([, mark]) => mark.test(userAgent))?.[0];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined) return userAgent.length > LONGEST ? `${userAgent.slice(0, LONGEST)}…` : userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
