import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { createDependencies } from "../../src/dependencies.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";

/** The HTTP application within this process. Its measured times contain no network and no other process. */
export interface BenchApp extends AsyncDisposable {
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<AskedApp>;
}

export interface AskedApp {
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds from the request to the last byte of the answer. */
  readonly ms: number;
}

export async function benchApp(settings: Readonly<Record<string, string>>): Promise<BenchApp> {
  const folder = await Deno.makeTempDir();
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: `${folder}/kv.sqlite3`, planLimits: PLAN_LIMITS, ...sources });
  const config = loadConfig({ LOG_LEVEL: "error", RATE_LIMITS: "off", ...settings }, { cores: 2 });
  const dependencies = createDependencies({ config, repositories: store, signingKeys: null });
  const app = createApp(dependencies);
  return {
    async ask(path, headers = {}) {
      const request = new Request(`https://localhost${path}`, { headers });
      const began = performance.now();
      const response = await app.fetch(request, { address: "127.0.0.1", isEncrypted: true });
      await response.arrayBuffer();
      return { status: response.status, headers: response.headers, ms: performance.now() - began };
    },
    async [Symbol.asyncDispose]() {
      dependencies.preflightPool.close();
      dependencies.constraintPool.close();
      dependencies.readingPool.close();
      dependencies.marketDataPool.close();
      store.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
