/**
 * Writes into `deno.json` what its tasks may reach: the settings that they may read in the environment, and the hosts
 * of market data that the task `optimize` may ask. `deno task current` reports a stale list.
 */
import { SETTING_NAMES } from "../src/config.ts";
import { SOURCES } from "../src/market_data/providers/mod.ts";

const FILE = new URL("../deno.json", import.meta.url);

/** Pattern of the environment variables that hold addresses of market data sources. Each is named after its source. */
const SOURCE_ADDRESSES = "PROVIDER_*";
/** Hosts of this machine, which may be asked too, because a source of market data may be replaced by one here. */
const THIS_MACHINE = ["127.0.0.1", "localhost"];

if (import.meta.main) await Deno.writeTextFile(FILE, withPermissions(await Deno.readTextFile(FILE)));

/**
 * Returns the reason why the committed `deno.json` is stale, or null where it names the settings and the hosts of the
 * code.
 */
export async function permissionsStaleReason(): Promise<string | null> {
  const text = await Deno.readTextFile(FILE);
  if (text === withPermissions(text)) return null;
  return 'Cannot use deno.json: the settings or the hosts of market data have changed, run "deno task permissions"';
}

/**
 * Returns the text of a `deno.json` with both lists, of settings and of hosts, as the code of the service declares
 * them.
 */
export function withPermissions(text: string): string {
  const settings = [...SETTING_NAMES, SOURCE_ADDRESSES].toSorted();
  const hosts = [...[...SOURCES].map(({ url }) => new URL(url).host), ...THIS_MACHINE];
  const lines = settings.map((name) => `\n        ${JSON.stringify(name)}`).join(",");
  const withSettings = replaced(text, /(?<="settings": \{\s*"env": \[)[^\]]*?(?=\s*\])/, lines);
  return replaced(withSettings, /(?<="optimize": "[^"]*--allow-net=)[^ "]*/, hosts.join(","));
}

function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`Cannot find ${pattern} in deno.json`);
  return text.replace(pattern, () => by);
}
