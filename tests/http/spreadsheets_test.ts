import assert from "node:assert/strict";
import { read } from "@e965/xlsx";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import type { RunningService } from "../support/running_service.ts";
import { accountIdOf, succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";

interface Listed {
  readonly name: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly url: string;
}

async function spreadsheetOf(person: Browser, run: string): Promise<Listed> {
  const { body: { items } } = await person.send("GET", `/jobs/${run}/artifacts`);
  const found = items.filter(({ name }: Listed) => name === "result.xlsx");
  assert.equal(found.length, 1);
  return found[0];
}

function opened(service: RunningService, { url }: Listed): Promise<Response> {
  return service.fetch(new URL(url).pathname);
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

Deno.test(
  testInTurn(
    "the spreadsheet of a run is listed from the start, made when it is first opened, and then stored",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const run = await succeeded(person, pricesBody(3, 60));
      const before = await spreadsheetOf(person, run);
      assert.deepEqual([before.bytes, before.sha256], [null, null]);

      const answer = await opened(service, before);
      const bytes = await answer.bytes();
      assert.equal(answer.status, 200);
      assert.deepEqual(read(bytes.slice()).SheetNames.slice(0, 2), ["Run", "Doubts"]);
      const after = await spreadsheetOf(person, run);
      assert.deepEqual([after.bytes, after.sha256], [bytes.length, await digestOf(bytes)]);
      assert.deepEqual(await (await opened(service, before)).bytes(), bytes);
    },
  ),
);

Deno.test("fifty who open the spreadsheet of a run at once get the same bytes, which are made and stored once", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const run = await succeeded(person, pricesBody(3, 60));
  const file = await spreadsheetOf(person, run);
  const answers = await Promise.all(Array.from({ length: 50 }, () => opened(service, file)));
  const digests = await Promise.all(
    answers.map(async (answer) => [answer.status, await digestOf(await answer.bytes())]),
  );
  assert.equal(new Set(digests.map(String)).size, 1);
  const { bytes, sha256 } = await spreadsheetOf(person, run);
  assert.deepEqual(digests[0], [200, sha256]);
  assert.ok(bytes !== null && bytes > 1_000);
});

Deno.test("the spreadsheet of a run that is deleted meanwhile is not found, and leaves nothing behind", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const run = await succeeded(person, pricesBody(3, 60));
  const file = await spreadsheetOf(person, run);
  const opening = Array.from({ length: 5 }, () => opened(service, file));
  const deleted = person.send("DELETE", `/jobs/${run}`);
  for (const answer of await Promise.all(opening)) {
    assert.ok(answer.status === 200 || answer.status === 404, String(answer.status));
    await answer.body?.cancel();
  }
  assert.equal((await deleted).status, 204);
  const gone = await opened(service, file);
  assert.deepEqual([gone.status, (await gone.json()).code], [404, "not_found"]);
  const { usedBytes } = await service.store.meters.storage(await accountIdOf(service, person));
  assert.equal(usedBytes, 0);
});
