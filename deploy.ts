/**
 * Entry point for a hosted platform, for example Deno Deploy. The platform ends TLS itself and offers no file system to
 * write to: see `docs/deploy.md`.
 */
import { createApp } from "./src/app.ts";
import { runBackground } from "./src/background.ts";
import { type Config, ConfigError, environmentOfProcess } from "./src/config.ts";
import { createDependencies } from "./src/dependencies.ts";
import { systemRandom } from "./src/runtime/random.ts";
import { systemClock } from "./src/runtime/clock.ts";
import { transportOfUrl } from "./src/mail/transport_of_url.ts";
import { readSettings } from "./src/settings_files.ts";
import { openStore } from "./src/store/open_store.ts";

const { config, files } = await readSettings(environmentOfProcess());
requireHostedSettings(config);
const sources = { clock: systemClock, random: systemRandom };
const { kvPath: path, artifactBucket } = config;
const store = await openStore({ path, planLimits: files.planLimits, artifactBucket, ...sources });
const dependencies = createDependencies({ config, repositories: store, signingKeys: files.signingKeys, ...sources });
const mail = transportOfUrl(new URL(config.mailUrl), {
  from: config.mailFrom,
  // deno-lint-ignore no-console
  print: (text) => console.log(text),
  folder: null,
});
const app = createApp(dependencies);

// The hosted platform may end the process at any moment, so the background work runs until then: its signal never
// aborts.
void runBackground(dependencies, { mail, signal: new AbortController().signal });
Deno.serve(
  { port: config.httpPort, hostname: config.host },
  (request, { remoteAddr }) => app.fetch(request, { address: remoteAddr.hostname, isEncrypted: false }),
);

/**
 * Throws a `ConfigError` where the settings do not suit a hosted platform: TRUST_PROXY must be on, and the store must
 * not be a file, because the file would be lost with the instance.
 */
function requireHostedSettings({ trustProxy, kvPath }: Config): void {
  const faults: string[] = [];
  if (!trustProxy) {
    faults.push("Cannot use TRUST_PROXY=off here: the platform ends TLS, set TRUST_PROXY=on and HTTP_PORT");
  }
  if (kvPath !== ":memory:" && !/^https?:/.test(kvPath)) {
    faults.push("Cannot use a file for KV_PATH here: set the address of a KV database");
  }
  if (faults.length > 0) throw new ConfigError(faults);
}
