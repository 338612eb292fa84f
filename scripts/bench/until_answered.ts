import type { BenchedService } from "./benched_service.ts";

const LOOK_EVERY_MS = 200;

/** Waits until every path is answered with 200, as lists are once they have been fetched. */
export async function untilAnswered(service: BenchedService, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    while ((await service.get(path)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}
