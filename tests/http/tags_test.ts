import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";

Deno.test("tags of runs are kept in lower case, found in any case, counted and removed", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const [first, second] = [await newRun(person), await newRun(person)];
  assert.deepEqual((await tag(person, first, "Core Book")).body, { run_id: first, tags: ["core book"] });
  assert.deepEqual((await tag(person, first, "CORE BOOK")).body.tags, ["core book"]);
  assert.deepEqual((await tag(person, first, "a_b-1")).body.tags, ["core book", "a_b-1"]);
  await tag(person, second, "core book");
  const counts = [{ tag: "a_b-1", runs: 1 }, { tag: "core book", runs: 2 }];
  assert.deepEqual((await tags(person)).body, { items: counts, next_cursor: null });
  assert.deepEqual((await person.send("GET", `/jobs/${first}`)).body.tags, ["core book", "a_b-1"]);
  const { body: { items: found } } = await person.send("GET", "/jobs/history?tag=Core%20book");
  assert.deepEqual(found.map((run: { run_id: string }) => run.run_id), [second, first]);

  assert.equal((await untag(person, first, "Core%20Book")).status, 204);
  assert.equal((await untag(person, first, "core%20book")).status, 404);
  assert.deepEqual((await tags(person)).body.items, [{ tag: "a_b-1", runs: 1 }, { tag: "core book", runs: 1 }]);
  await person.send("POST", `/jobs/${second}/cancel`);
  assert.equal((await tag(person, second, "late")).status, 200, "of any status");
  assert.equal((await person.send("DELETE", `/jobs/${second}`)).status, 204);
  assert.deepEqual((await tags(person)).body.items, [{ tag: "a_b-1", runs: 1 }]);
});

Deno.test("a run has at most 20 tags", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const run = await newRun(person);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => tag(person, run, `tag ${i}`)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => [body.code, body.errors[0].pointer]);
  assert.deepEqual(refused, Array.from({ length: 5 }, () => ["validation_failed", "/tag"]));
  assert.equal((await tags(person)).body.items.length, 20);
});

Deno.test("a tag with invalid characters is refused in a body and not found in a path", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const run = await newRun(person);
  for (const text of ["", "a/b", "a,b", "\u0000", "x".repeat(51), "é", "<b>", 1, null, ["a"]]) {
    const { status, body } = await tag(person, run, text);
    assert.deepEqual([status, body.code], [422, "validation_failed"], String(text));
  }
  for (const text of ["a%2Fb", "%00", "a%2Cb", "x".repeat(2_000), "%F0%9F%A6%89"]) {
    assert.equal((await untag(person, run, text)).status, 404, text);
  }
  assert.deepEqual((await tags(person)).body.items, []);
});

Deno.test("another account's run, a simulation and a backtest cannot be tagged or untagged", async () => {
  const service = await sharedService(QUEUED);
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const run = await newRun(ada);
  await tag(ada, run, "core");
  const others = [run, "mc_01K00000000000000000000000", "bt_01K00000000000000000000000", "run_x"];
  for (const id of others) {
    assert.equal((await tag(bob, id, "mine")).status, 404, id);
    assert.equal((await untag(bob, id, "core")).status, 404, id);
  }
  assert.deepEqual((await tags(bob)).body.items, []);
  assert.deepEqual((await tags(ada)).body.items, [{ tag: "core", runs: 1 }]);
});

async function newRun(person: Browser): Promise<string> {
  return (await person.send("POST", "/jobs", { body: pricesBody(3, 40) })).body.run_id;
}

function tag(person: Browser, run: string, text: unknown): Promise<Reply> {
  return person.send("POST", `/runs/${run}/tags`, { body: { tag: text } });
}

function untag(person: Browser, run: string, text: string): Promise<Reply> {
  return person.send("DELETE", `/runs/${run}/tags/${text}`);
}

function tags(person: Browser): Promise<Reply> {
  return person.send("GET", "/analytics/tags");
}
