import type { BenchedService } from "./benched_service.ts";

/** A run that the service accepted, with the milliseconds from the moment when its submission was due. */
export interface Sent {
  readonly runId: string;
  readonly elapsedMs: number;
}

/** Submits runs at a fixed rate, whether or not earlier submissions are answered. */
export async function submitAtRate(
  service: BenchedService,
  nextBody: () => string,
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
): Promise<readonly Sent[]> {
  const began = performance.now();
  const sent: Promise<Sent>[] = [];
  for (let number = 0; number < count; number++) {
    const dueMs = began + number * 1_000 / perSecond;
    const body = nextBody();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    sent.push(service.submit(body).then((runId) => ({ runId, elapsedMs: performance.now() - dueMs })));
  }
  return await Promise.all(sent);
}
