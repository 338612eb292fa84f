import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import { fakePage, json } from "../../../tests/support/fake_page.ts";
import { Refusal } from "../../refusal.ts";
import type { ReadHistory } from "./history/reading.ts";
import { EMPTY_DRAFT, readRunDraft } from "./run_draft.ts";

const page = fakePage();
const { submitDraft } = await import("./submit_run.ts");

const LARGE: ReadHistory = {
  kind: "prices",
  name: "prices.csv",
  days: 2,
  firstDay: "2026-01-01",
  lastDay: "2026-01-02",
  series: [],
  doubts: [],
  rows: [],
  sent: { as: "upload", csv: new Blob(["date,A\n2026-01-01,1\n2026-01-02,2\n"]) },
};

/** Answer of a service that does not have the upload of a run any more. */
function gone(): Response {
  return json(422, { code: "validation_failed", errors: [{ pointer: "/prices/upload", detail: "No upload" }] });
}

/** Whether an error asks at the field of a file to choose it again. */
function asksForFile(error: unknown): boolean {
  assert.ok(error instanceof Refusal);
  const detail = "The service does not have the file of prices any more: choose it again";
  assert.deepEqual(error.faults, [{ pointer: "/prices", detail }]);
  return true;
}

/** Runs and uploads of a service that takes both, and loses the first answer to a submission. */
const keys: (string | null)[] = [], bodies: string[] = [];
let uploads = 0;
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/uploads") {
    return json(201, { upload_id: `upl_${++uploads}`, url: "http://console.test/uploads/content/1" });
  }
  if (pathname.startsWith("/uploads/")) return json(200, { status: "ready" });
  keys.push(request.headers.get("idempotency-key"));
  bodies.push(await request.text());
  if (keys.length === 1) throw new TypeError("network error");
  return json(202, { run_id: "run_1" });
}

Deno.test("a run of a large file is sent again under the same key with the same upload, also after a refresh", async () => {
  page.answer = answer;
  const mark = () => "mark",
    before = { value: signal({ ...EMPTY_DRAFT, request: { methods: ["x"] }, held: "history" }), mark };
  await assert.rejects(submitDraft(before, LARGE), Refusal);
  // A refresh: the draft and the file are what the browser has stored of them.
  const stored = readRunDraft(JSON.parse(JSON.stringify(before.value.value)));
  assert.ok(stored !== null);
  assert.deepEqual(await submitDraft({ value: signal(stored), mark }, structuredClone({ ...LARGE })), {
    runId: "run_1",
  });
  assert.equal(uploads, 1);
  assert.deepEqual([keys[1], bodies[1]], [keys[0], bodies[0]]);
  assert.deepEqual(JSON.parse(bodies[0] ?? ""), { methods: ["x"], prices: { upload: "upl_1" } });
  // Once the draft was sent, its mark is another one.
  await submitDraft({ value: signal(stored), mark: () => "next mark" }, structuredClone({ ...LARGE }));
  assert.equal(bodies[2], bodies[0]);
  assert.notEqual(keys[2], keys[0]);
});

Deno.test("another file is uploaded, and so is one whose upload the service does not have any more", async () => {
  uploads = 0;
  page.answer = ({ url }) => url.endsWith("/jobs") ? gone() : answer(new Request(url));
  const draft = {
    value: signal({ ...EMPTY_DRAFT, held: "other", uploaded: { held: "history", id: "upl_0" } }),
    mark: () => "mark",
  };
  await assert.rejects(submitDraft(draft, LARGE), asksForFile);
  assert.deepEqual([uploads, draft.value.value.uploaded], [1, null]);
});

Deno.test("a file whose upload the service has deleted is sent again with the run, under another key", async () => {
  uploads = 0;
  keys.length = bodies.length = 0;
  let isKept = true;
  page.answer = async (request) => {
    const answered = await answer(request);
    return isKept || !bodies.at(-1)?.includes("upl_1") || !request.url.endsWith("/jobs") ? answered : gone();
  };
  const draft = { value: signal({ ...EMPTY_DRAFT, held: "history" }), mark: () => "mark" };
  await assert.rejects(submitDraft(draft, LARGE), /Cannot reach the service/);
  isKept = false;
  assert.deepEqual(await submitDraft(draft, LARGE), { runId: "run_1" });
  const named = bodies.map((body) => JSON.parse(body).prices.upload);
  assert.deepEqual(named, ["upl_1", "upl_1", "upl_2"]);
  assert.equal(keys[1], keys[0]);
  assert.notEqual(keys[2], keys[1]);
  assert.deepEqual(draft.value.value.uploaded, { held: "history", id: "upl_2" });
});

Deno.test("where nothing has the file of a request any more, its field asks to choose it again", async () => {
  page.answer = gone;
  const request = { methods: ["x"], prices: { upload: "upl_0" } };
  const draft = { value: signal({ ...EMPTY_DRAFT, request }), mark: () => "mark" };
  await assert.rejects(submitDraft(draft, null), asksForFile);
});

Deno.test("a file that was changed on its disk is told as such, not as a service that cannot be reached", async () => {
  const csv = new Blob([]);
  csv.slice = () => {
    throw new DOMException("The file could not be read", "NotReadableError");
  };
  page.answer = ({ url }) => {
    if (url.endsWith("/uploads")) {
      return json(201, { upload_id: "upl_1", url: "http://console.test/uploads/content/1" });
    }
    throw new TypeError("Failed to fetch");
  };
  const draft = { value: signal({ ...EMPTY_DRAFT, held: "history" }), mark: () => "mark" };
  await assert.rejects(
    submitDraft(draft, { ...LARGE, sent: { as: "upload", csv } }),
    ({ message, faults: [fault] }: Refusal) =>
      /^Cannot read "prices.csv" any more.*Choose it again$/.test(message) && fault?.pointer === "/prices",
  );
});
