import assert from "node:assert/strict";
import { noteServiceTime, serviceNow } from "./service_clock.ts";

const DAY_MS = 86_400_000;
const SENT_MS = Date.UTC(2026, 0, 1, 12);

function headers(cacheControl: string): Headers {
  return new Headers({ date: new Date(SENT_MS).toUTCString(), "cache-control": cacheControl });
}

Deno.test("the time of the service is known on a machine whose clock is wrong by a day", () => {
  for (const wrongMs of [DAY_MS, -DAY_MS]) {
    noteServiceTime(headers("no-store"), SENT_MS + wrongMs);
    assert.equal(serviceNow(SENT_MS + wrongMs + 5_000), SENT_MS + 5_000);
  }
});

Deno.test("an answer that the browser may have kept, or that has no date, says nothing of the time", () => {
  noteServiceTime(headers("no-store"), SENT_MS);
  noteServiceTime(headers("public, max-age=60"), SENT_MS + DAY_MS);
  noteServiceTime(new Headers({ "cache-control": "no-store" }), SENT_MS + DAY_MS);
  assert.equal(serviceNow(SENT_MS), SENT_MS);
});
