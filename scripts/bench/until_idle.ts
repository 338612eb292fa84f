import type { BenchedService } from "./benched_service.ts";

const LOOK_EVERY_MS = 200;

/** Waits until no run of the benchmark's account is queued, running or uploading. */
export async function untilIdle(service: BenchedService): Promise<void> {
  for (;;) {
    const { items } = await service.read("/jobs/active?limit=1");
    if (Array.isArray(items) && items.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
