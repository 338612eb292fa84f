/**
 * Address of this file. The page starts a worker with it, so that the code that reads files never runs, and is never
 * parsed, in the page itself.
 */
export const address: string = import.meta.url;

if ("WorkerGlobalScope" in globalThis) {
  const { answerReadings } = await import("./answer_readings.ts");
  answerReadings();
}
