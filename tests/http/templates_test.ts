import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";

const REQUEST = { methods: ["min_cvar", { method: "efficient_return" }], constraints: { weight_bounds: { max: 0.4 } } };

Deno.test("a template is saved as it was sent, listed newest first, renamed and deleted", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const saved = await post(person, "Core", REQUEST);
  assert.equal(saved.status, 201);
  const { template_id: id, created_at, updated_at, ...rest } = saved.body;
  assert.match(id, /^tpl_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(updated_at, created_at);
  assert.deepEqual(rest, { name: "Core", request: REQUEST });
  const other = await post(person, "Satellite", {});
  assert.deepEqual((await list(person)).body, { items: [other.body, saved.body], next_cursor: null });

  const { status, body: renamed } = await rename(person, id, "Heart");
  assert.equal(status, 200);
  assert.deepEqual(renamed, { ...saved.body, name: "Heart", updated_at: renamed.updated_at });
  assert.ok(renamed.updated_at > created_at);
  assert.equal((await rename(person, id, "Heart")).status, 200);
  const taken = await rename(person, id, "Satellite");
  assert.deepEqual([taken.status, taken.body.code], [409, "name_taken"]);

  assert.equal((await person.send("DELETE", `/templates/${id}`)).status, 204);
  assert.deepEqual((await list(person)).body.items, [other.body]);
  assert.equal((await person.send("DELETE", `/templates/${id}`)).status, 404);
  assert.equal((await rename(person, id, "Again")).status, 404);
});

Deno.test("another account's template is refused like one that does not exist", async () => {
  const service = await sharedService(QUEUED);
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const { body: { template_id: id } } = await post(ada, "Core", REQUEST);
  const answers = async (templateId: string) =>
    [await rename(bob, templateId, "Mine"), await bob.send("DELETE", `/templates/${templateId}`)]
      .map(({ status, body }) => [status, body.code, body.detail.replace(templateId, "")]);
  assert.deepEqual(await answers(id), await answers("tpl_01K00000000000000000000000"));
  assert.equal((await list(ada)).body.items.length, 1);
});

Deno.test("the request of a template together with a history is accepted by POST /jobs", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { methods: _, ...history } = pricesBody(4, 60);
  const { body } = await post(person, "Core", {
    methods: ["min_cvar"],
    constraints: REQUEST.constraints,
    asset_statistics: "all",
  });
  assert.equal(body.request.asset_statistics, "all");
  const run = await person.send("POST", "/jobs", { body: { ...body.request, ...history } });
  assert.equal(run.status, 202);
});

Deno.test("template names of 1 to 100 code points in any script are returned as they were sent", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const names = ["x", "x".repeat(100), "\u{1F989}".repeat(100), "קטגוריה", "सेक्टर ₹", "__proto__", " a "];
  for (const name of names) {
    const saved = await post(person, name, {});
    assert.deepEqual([saved.status, saved.body.name], [201, name]);
  }
});

const REFUSED: readonly (readonly [what: string, body: unknown, pointer: string])[] = [
  ["no name", { request: {} }, "/name"],
  ["an empty name", { name: "", request: {} }, "/name"],
  ["a blank name", { name: "  ", request: {} }, "/name"],
  ["a name of 101 characters", { name: "x".repeat(101), request: {} }, "/name"],
  ["a name of 101 emoji", { name: "\u{1F989}".repeat(101), request: {} }, "/name"],
  ["a name with a control character", { name: "a\u0007", request: {} }, "/name"],
  ["a name of two lines", { name: "a\nb", request: {} }, "/name"],
  ["a name with a text direction override", { name: "a\u202eb", request: {} }, "/name"],
  ["no request", { name: "Core" }, "/request"],
  ["a request that is null", { name: "Core", request: null }, "/request"],
  ["a request that is a list", { name: "Core", request: [] }, "/request"],
  ["a request that is a text", { name: "Core", request: "{}" }, "/request"],
  ["an unknown method", { name: "Core", request: { methods: ["min_variance"] } }, "/request/methods/0"],
  [
    "unknown statistics of assets",
    { name: "Core", request: { asset_statistics: "some" } },
    "/request/asset_statistics",
  ],
  ["an unknown field", { name: "Core", request: {}, description: "" }, "/description"],
];

Deno.test("an invalid template is refused at the pointer of its fault, and nothing is saved", async (test) => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  for (const [what, body, pointer] of REFUSED) {
    await test.step(what, async () => {
      const { status, body: refused } = await person.send("POST", "/templates", { body });
      assert.deepEqual([status, refused.code], [422, "validation_failed"]);
      const pointers = new Set(refused.errors.map((fault: { pointer: string }) => fault.pointer));
      assert.deepEqual([...pointers], [pointer]);
    });
  }
  assert.deepEqual((await list(person)).body.items, []);
});

Deno.test("a template of 64 KiB is saved, and one more byte is refused with advice on what to leave out", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const bare = JSON.stringify({ name: "Large", request: { name: "" } });
  const most = bare.replace('"name":""', `"name":"${"x".repeat(100)}"`).padEnd(64 * 1024);
  assert.equal((await person.send("POST", "/templates", { body: most })).status, 201);
  const { status, body } = await person.send("POST", "/templates", { body: `${most} ` });
  assert.deepEqual([status, body.code], [413, "body_too_large"]);
  assert.match(
    body.detail,
    /more than 64 KiB: a template holds no history: leave out prices, returns, moments and scenarios/,
  );
});

Deno.test("of 50 templates sent concurrently, exactly 20 are saved", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => post(person, `Template ${i}`, REQUEST)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 20);
  const refused = answers.filter(({ status }) => status !== 201);
  assert.ok(refused.every(({ status, body }) => status === 409 && body.code === "template_limit_reached"));
  assert.equal((await list(person)).body.items.length, 20);
});

function post(person: Browser, name: string, request: unknown): Promise<Reply> {
  return person.send("POST", "/templates", { body: { name, request } });
}

function rename(person: Browser, id: string, name: string): Promise<Reply> {
  return person.send("PATCH", `/templates/${id}`, { body: { name } });
}

function list(person: Browser): Promise<Reply> {
  return person.send("GET", "/templates");
}
