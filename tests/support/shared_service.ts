import { type RunningService, runService } from "./running_service.ts";

/** Settings of a service that accepts runs and computes none: they stay queued. */
export const QUEUED: Readonly<Record<string, string>> = { WORKERS: "0" };

/** Settings of a service that computes nothing and whose new accounts have the enterprise plan. */
export const QUEUED_ENTERPRISE: Readonly<Record<string, string>> = { WORKERS: "0", DEFAULT_PLAN: "enterprise" };

const running = new Map<string, Promise<RunningService>>();

// A shared service goes on between tests: its timers and workers outlive each of them.
Deno.test.sanitizer({ ops: false, resources: false });
Deno.test.afterAll(async () => {
  for (const service of running.values()) await (await service)[Symbol.asyncDispose]();
  running.clear();
});

/**
 * Returns the service that the tests of a module graph share by these settings. The first call starts it; it ends after
 * the last test. A test that shares makes accounts of its own and looks at nothing but them. A test of the clock, of
 * limits or of something common to all accounts starts a service of its own by `runService`.
 */
export function sharedService(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const key = JSON.stringify(environment);
  const known = running.get(key);
  if (known !== undefined) return known;
  const started = runService({ environment });
  running.set(key, started);
  return started;
}
