import { HOUR_MS } from "../../src/domain/instant.ts";
import { type RunningService, runService } from "./running_service.ts";

/**
 * Settings of every shared service that the test does not set itself: it computes one job at a time, so that a long one
 * keeps all others waiting, and new accounts have the plan that refuses nothing. Tests then need few services, each of
 * which starts workers of its own.
 */
const SETTINGS: Readonly<Record<string, string>> = { WORKERS: "1", DEFAULT_PLAN: "enterprise" };

/** Settings of a tested service that accepts runs and computes none: they stay queued. */
export const QUEUED: Readonly<Record<string, string>> = { WORKERS: "0" };

/**
 * Service that several tests share, with a clock for one of these tests: `aheadMs` is 0 when the test begins, and the
 * test may raise it.
 */
export interface ClockedService {
  readonly service: RunningService;
  readonly clock: { aheadMs: number };
}

interface Shared {
  readonly service: Promise<RunningService>;
  readonly clock: { aheadMs: number };
}

const running = new Map<string, Shared>();

// Switches Deno's checks for leaked operations and resources off, because the timers and workers of a shared service
// outlive each test.
Deno.test.sanitizer({ ops: false, resources: false });
Deno.test.afterAll(async () => {
  for (const { service } of running.values()) await (await service)[Symbol.asyncDispose]();
  running.clear();
});

/**
 * Test helper. Returns the running service with these settings, which all tests share that Deno loads together. The
 * first call starts it; it stops after the last test. A test that uses it creates accounts of its own and looks at
 * nothing but them. A test of anything common to all accounts starts a service of its own by `runService`.
 */
export function sharedService(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  return startedOnce(environment, { hasClock: false, standsStill: false }).service;
}

/**
 * Test helper. Returns a service that tests share and whose clock they may move ahead. Each test begins an hour after
 * the time at which the test before left the clock, so that limits per minute are fresh. With `standsStill`, time
 * passes only when a test moves the clock.
 */
export async function clockedService(
  environment: Readonly<Record<string, string>> = {},
  { standsStill = false }: { standsStill?: boolean } = {},
): Promise<ClockedService> {
  const shared = startedOnce(environment, { hasClock: true, standsStill });
  const start = shared.clock.aheadMs + HOUR_MS;
  shared.clock.aheadMs = start;
  const clock = {
    get aheadMs() {
      return shared.clock.aheadMs - start;
    },
    set aheadMs(ms) {
      shared.clock.aheadMs = start + ms;
    },
  };
  return { service: await shared.service, clock };
}

function startedOnce(
  environment: Readonly<Record<string, string>>,
  { hasClock, standsStill }: { hasClock: boolean; standsStill: boolean },
): Shared {
  const settings = { ...SETTINGS, ...environment };
  const key = JSON.stringify([settings, hasClock, standsStill]);
  const known = running.get(key);
  if (known !== undefined) return known;
  const clock = { aheadMs: 0, standsStill };
  const shared = { service: runService({ environment: settings, ...hasClock ? { clock } : {} }), clock };
  running.set(key, shared);
  return shared;
}
