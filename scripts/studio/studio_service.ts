import { ConfigError, loadConfig } from "../../src/config.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { type Service, startService } from "../../src/service.ts";
import { readSettingsFiles } from "../../src/settings_files.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { portOfDemo } from "../demo/port_of_demo.ts";
import { listenOnLoopback, LOOPBACK } from "./listen_on_loopback.ts";
import { makeLocalAccount } from "./local_account.ts";
import type { Offer } from "./offered_folder.ts";
import { OneTimeToken } from "./one_time_token.ts";
import { routesOfStudio } from "./routes_of_studio.ts";

/** Port of a studio where the caller chooses none. It stays the same, so that a browser finds what was typed before. */
const USUAL_PORT = "8484";

/** A service of this process with its store in memory, for one person at a browser of this machine. */
export interface StudioService {
  /** Address that opens the page in a browser, once. */
  readonly link: string;
  /** Ends the studio. Its runs and results end with it. */
  stop(): Promise<void>;
}

export interface StudioOptions {
  /** Port as the caller set it, where 0 means any free one; undefined for the usual one. */
  readonly port: string | undefined;
  readonly cores: number;
  readonly offer: Offer;
}

/**
 * Starts a studio, with the sample market and the largest plan. It writes no file, sends no mail and asks no other
 * host. Throws `ConfigError` where the port cannot be used.
 */
export async function startStudio({ port: set, cores, offer }: StudioOptions): Promise<StudioService> {
  const port = portOfDemo(set === undefined || set === "" ? USUAL_PORT : set);
  const settings = { HTTP_PORT: port, HTTPS_PORT: "0", KV_PATH: ":memory:", MAIL_URL: "none:", RATE_LIMITS: "off" };
  const life = { LOG_LEVEL: "error", STOP_GRACE_SECONDS: "2" };
  const loaded = loadConfig({ ...settings, ...life }, { cores });
  const config = { ...loaded, publicUrl: `http://${LOOPBACK}:${loaded.httpPort}` };
  const files = await readSettingsFiles(config);
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: config.kvPath, planLimits: files.planLimits, ...sources });
  const token = new OneTimeToken((length) => systemRandom.bytes(length));
  const service = await closingOnFailure(store, async () => {
    const member = await makeLocalAccount(store, { random: systemRandom, publicUrl: config.publicUrl });
    return await startService({
      config,
      files,
      store,
      mail: null,
      groups: routesOfStudio({ ...offer, token, member }),
      listen: ({ fetch }) => listen(fetch, config.httpPort),
    });
  });
  return { link: `${config.publicUrl}/studio/open/${token.text}`, stop: () => service.stop() };
}

async function closingOnFailure(store: Store, start: () => Promise<Service>): Promise<Service> {
  try {
    return await start();
  } catch (error) {
    await store.close();
    throw error;
  }
}

function listen(...[fetch, port]: Parameters<typeof listenOnLoopback>): ReturnType<typeof listenOnLoopback> {
  try {
    return listenOnLoopback(fetch, port);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.PermissionDenied)) throw error;
    const way = "HTTP_PORT=0 takes any free port";
    throw new ConfigError([`Cannot listen at ${LOOPBACK} on HTTP_PORT ${port}: ${error.message}; ${way}`]);
  }
}
