/** Milliseconds by which the clock of the service is ahead of that of this machine, which may be wrong by days. */
let aheadMs = 0;

/** Notes the time at which the service sent an answer. Answers that the browser may have kept say nothing of now. */
export function noteServiceTime(headers: Headers, now: number = Date.now()): void {
  const sent = Date.parse(headers.get("date") ?? "");
  if (Number.isFinite(sent) && headers.get("cache-control")?.includes("no-store") === true) aheadMs = sent - now;
}

/** Returns the time of the service in milliseconds, by which its links expire, whatever the clock here says. */
export function serviceNow(now: number = Date.now()): number {
  return now + aheadMs;
}
