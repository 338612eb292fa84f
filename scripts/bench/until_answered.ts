import type { BenchedService } from "./benched_service.ts";

const LOOK_EVERY_MS = 200;

/** Waits until the service answers every path with 200. It does so once it has fetched its market data lists. */
export async function untilAnswered(service: BenchedService, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    while ((await service.get(path)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}
