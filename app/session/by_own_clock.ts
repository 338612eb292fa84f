/**
 * Returns when a moment of the service comes, in milliseconds of this machine's clock. That clock may be wrong by
 * hours, so what counts is how far the moment is from the time at which the service answered.
 */
export function byOwnClock(moment: string, { headers }: Pick<Response, "headers">): number {
  const answeredAt = Date.parse(headers.get("date") ?? "");
  return Date.parse(moment) + (Number.isNaN(answeredAt) ? 0 : Date.now() - answeredAt);
}
