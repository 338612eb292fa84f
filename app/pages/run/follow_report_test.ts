import assert from "node:assert/strict";
import { refusalOf, unreachable } from "../../refusal.ts";
import { followReport, type Report } from "./follow_report.ts";

/** Follows a report whose looks have the given outcomes. Returns what was heard, and the looks that were left. */
async function heard(outcomes: readonly (Report["status"] | Error)[]): Promise<readonly unknown[]> {
  const left = [...outcomes], heard: unknown[] = [];
  const look = (): Promise<Report> => {
    const next = left.shift() ?? "failed";
    return next instanceof Error ? Promise.reject(next) : Promise.resolve({ kind: "summary", status: next });
  };
  await followReport(look, {
    signal: new AbortController().signal,
    everyMs: 1,
    onReport: ({ status }) => heard.push(status),
    onRefusal: ({ status }) => heard.push(status),
  });
  return [...heard, left.length];
}

Deno.test("a report that is being made is looked at again after looks that fail in passing, until it is made", async () => {
  const outcomes = ["queued", unreachable(), "rendering", refusalOf(429, {}), refusalOf(502, {}), "ready"] as const;
  assert.deepEqual(await heard(outcomes), ["queued", 0, "rendering", 429, 502, "ready", 0]);
});

Deno.test("a report that may not be read, has failed or was never asked for is not looked at again", async () => {
  assert.deepEqual(await heard(["rendering", refusalOf(404, {}), "ready"]), ["rendering", 404, 1]);
  for (const status of ["failed", "absent"] as const) assert.deepEqual(await heard([status, "ready"]), [status, 1]);
});
