import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import type { RunningService } from "../support/running_service.ts";
import { accountIdOf } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { problemCount, testInTurn } from "../support/tier.ts";

const MAP = { "NSE:EXMANGO": "Food", "NSE:EXLOTUS": "Flowers", "NSE:EXGINGER": "Food" };
const SECTORS = { name: "Sectors", description: "By trade", map: MAP };

Deno.test("a classification map is saved with its groups counted, listed, replaced as a whole and deleted", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const saved = await post(person, SECTORS);
  assert.equal(saved.status, 201);
  const { map_id, created_at, updated_at, ...rest } = saved.body;
  assert.match(map_id, /^map_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(updated_at, created_at);
  const groups = [{ name: "Flowers", assets: 1 }, { name: "Food", assets: 2 }];
  assert.deepEqual(rest, { ...SECTORS, groups, revision: 1 });

  const other = await post(person, { name: "Countries", map: { "NSE:EXMANGO": "IN" } });
  assert.equal(other.body.description, null);
  assert.deepEqual((await list(person)).body, { items: [other.body, saved.body], next_cursor: null });

  const change = { name: "Trades", map: { "NSE:EXMANGO": "Fruit" } };
  const { status, body: replaced } = await put(person, map_id, change);
  assert.equal(status, 200);
  assert.ok(replaced.updated_at > created_at);
  const counted = [{ name: "Fruit", assets: 1 }];
  const whole = { map_id, ...change, description: null, groups: counted, revision: 2, created_at };
  assert.deepEqual({ ...replaced, updated_at }, { ...whole, updated_at });
  assert.deepEqual((await list(person)).body.items, [other.body, replaced]);

  assert.equal((await person.send("DELETE", `/classification-maps/${map_id}`)).status, 204);
  assert.deepEqual((await list(person)).body.items, [other.body]);
  for (const method of ["DELETE", "PUT"]) {
    const body = method === "PUT" ? SECTORS : undefined;
    assert.equal((await person.send(method, `/classification-maps/${map_id}`, { body })).status, 404);
  }
});

Deno.test("another account's classification map is refused like one that does not exist", async () => {
  const service = await sharedService(QUEUED);
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const { body: { map_id: id } } = await post(ada, SECTORS);
  const answers = async (mapId: string) =>
    [
      await put(bob, mapId, SECTORS),
      await bob.send("DELETE", `/classification-maps/${mapId}`),
    ].map(({ status, body }) => [status, body.code, body.detail.replace(mapId, "")]);
  assert.deepEqual(await answers(id), await answers("map_01K00000000000000000000000"));
  assert.deepEqual((await list(bob)).body.items, []);
  assert.equal((await list(ada)).body.items.length, 1);
});

Deno.test("an account whose plan is lowered and raised again has its classification maps back", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  await post(person, SECTORS);
  await setPlan(service, person, "pro");
  assert.deepEqual([(await list(person)).status, (await list(person)).body.code], [403, "enterprise_plan_required"]);
  await setPlan(service, person, "enterprise");
  assert.equal((await list(person)).body.items.length, 1);
});

Deno.test(
  testInTurn(
    "valid names, descriptions, assets and groups of classification maps are returned as they were sent",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const odd = [
        "x",
        "x".repeat(120),
        "\u{1F989}".repeat(60),
        "קטגוריה",
        "قطاعات السوق",
        "सेक्टर",
        "__proto__",
        " a ",
        "'\"\\/~",
      ];
      for (const [i, name] of odd.entries()) {
        // A classification map refuses `__proto__` as an asset name, because JavaScript treats this property name
        // apart.
        const assets = name === "__proto__" ? ["constructor", "toString"] : [name];
        const map = Object.fromEntries(assets.map((asset) => [asset, name]));
        const sent = { name, description: `${name}\nand\tmore`, map };
        const saved = await post(person, sent);
        assert.equal(saved.status, 201, `${name}: ${JSON.stringify(saved.body)}`);
        const { name: shown, description, map: kept } = saved.body;
        assert.deepEqual({ name: shown, description, map: kept }, sent);
        assert.equal((await list(person)).body.items.length, i + 1);
        assert.deepEqual((await list(person)).body.items[0], saved.body);
      }
    },
  ),
);

const REFUSED: readonly (readonly [what: string, body: unknown, pointer: string])[] = [
  ["no name", { map: MAP }, "/name"],
  ["an empty name", { ...SECTORS, name: "" }, "/name"],
  ["a name of 121 characters", { ...SECTORS, name: "x".repeat(121) }, "/name"],
  ["a blank name", { ...SECTORS, name: " " }, "/name"],
  ["a name of two lines", { ...SECTORS, name: "a\nb" }, "/name"],
  ["a name with a text direction override", { ...SECTORS, name: "a\u202eb" }, "/name"],
  ["a name that is a number", { ...SECTORS, name: 1 }, "/name"],
  ["a description of 501 characters", { ...SECTORS, description: "x".repeat(501) }, "/description"],
  ["a description with a control character", { ...SECTORS, description: "\u0007" }, "/description"],
  ["no map", { name: "Sectors" }, "/map"],
  ["an empty map", { ...SECTORS, map: {} }, "/map"],
  ["a map of 10,001 assets", { ...SECTORS, map: mapOf(10_001) }, "/map"],
  ["a map of 20,000 assets, refused as a whole", { ...SECTORS, map: mapOf(20_000) }, ""],
  ["a map that is a list", { ...SECTORS, map: ["Food"] }, "/map"],
  ["an asset without a name", { ...SECTORS, map: { "": "Food" } }, "/map/"],
  ["an asset of 121 characters", { ...SECTORS, map: { ["x".repeat(121)]: "Food" } }, `/map/${"x".repeat(121)}`],
  ["an asset with a control character", { ...SECTORS, map: { "a\u0007": "Food" } }, "/map/a\u0007"],
  ["a group without a name", { ...SECTORS, map: { "A/B": "" } }, "/map/A~1B"],
  ["a group of 121 characters", { ...SECTORS, map: { A: "x".repeat(121) } }, "/map/A"],
  ["a group with a control character", { ...SECTORS, map: { A: "a\u0085" } }, "/map/A"],
  ["a group that is null", { ...SECTORS, map: { A: null } }, "/map/A"],
  ["an asset called __proto__", `{"name":"Sectors","map":{"__proto__":"Food"}}`, "/map/__proto__"],
  ["an unknown field", { ...SECTORS, revision: 2 }, "/revision"],
];

Deno.test(
  testInTurn(
    "an invalid classification map is refused at its fault's pointer by POST and PUT, and nothing is saved",
    async (test) => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const { body: kept } = await post(person, { ...SECTORS, name: "Kept" });
      for (const [what, body, pointer] of REFUSED) {
        await test.step(what, async () => {
          for (const { status, body: refused } of [await post(person, body), await put(person, kept.map_id, body)]) {
            assert.deepEqual([status, refused.code], [422, "validation_failed"]);
            const pointers = new Set(refused.errors.map((fault: { pointer: string }) => fault.pointer));
            assert.deepEqual([...pointers], [pointer]);
          }
          assert.deepEqual((await list(person)).body.items, [kept]);
        });
      }
    },
  ),
);

Deno.test("a classification map of 10,000 assets is saved, and a body of over 1 MiB is refused", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const map = mapOf(10_000);
  const saved = await post(person, { name: "All", map });
  assert.equal(saved.status, 201);
  assert.deepEqual(saved.body.map, map);
  assert.deepEqual((await list(person)).body.items, [saved.body]);

  const padded = JSON.stringify({ name: "Large", map: mapOf(7_000, 90) });
  const most = 1024 * 1024;
  assert.ok(padded.length < most);
  assert.equal((await post(person, padded.padEnd(most))).status, 201);
  const { status, body } = await post(person, padded.padEnd(most + 1));
  assert.deepEqual([status, body.code], [413, "body_too_large"]);
  assert.equal((await put(person, saved.body.map_id, padded.padEnd(most + 1))).status, 413);
});

Deno.test("of 20 classification maps sent concurrently under one name, one is saved and the others are 409 name_taken", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(person, SECTORS)));
  assert.deepEqual(tally(answers), { "201": 1, "409 name_taken": 19 });
  assert.equal((await list(person)).body.items.length, 1);
  const { body: other } = await post(person, { ...SECTORS, name: "Other" });
  const { status, body } = await put(person, other.map_id, SECTORS);
  assert.deepEqual([status, body.code], [409, "name_taken"]);
});

Deno.test("two concurrent replacements of a classification map both count as revisions, and the later one is kept whole", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: { map_id: mapId } } = await post(person, SECTORS);
  const changes = [1, 2].map((i) => ({ name: `Revised ${i}`, map: mapOf(3_000 + i) }));
  const answers = await Promise.all(changes.map((change) => put(person, mapId, change)));
  assert.deepEqual(answers.map(({ body }) => body.revision).sort(), [2, 3]);
  const [last] = answers.toSorted((a, b) => b.body.revision - a.body.revision);
  assert.deepEqual((await list(person)).body.items, [last.body]);
});

Deno.test(
  testInTurn(
    "of 105 classification maps sent concurrently, 100 are saved and the others are 409 limit_reached",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      // Each map that is saved side by side costs much, so the part of the tests writes most of them to the store.
      const sent = problemCount(105, 15);
      const accountId = await accountIdOf(service, person);
      for (let i = sent; i < 105; i++) {
        await service.store.classificationMaps.create(accountId, { ...SECTORS, name: `Map ${i}` });
      }
      const many = await Promise.all(
        Array.from({ length: sent }, (_, i) => post(person, { ...SECTORS, name: `Map ${i}` })),
      );
      assert.deepEqual(tally(many), { "201": sent - 5, "409 limit_reached": 5 });
      assert.equal((await list(person)).body.items.length, 100);
    },
  ),
);

function mapOf(assets: number, longest = 20): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: assets }, (_, i) => [`NSE:${String(i).padStart(longest, "A")}`, `Group ${i % 20}`]),
  );
}

function post(person: Browser, body: unknown): Promise<Reply> {
  return person.send("POST", "/classification-maps", { body });
}

function put(person: Browser, mapId: string, body: unknown): Promise<Reply> {
  return person.send("PUT", `/classification-maps/${mapId}`, { body });
}

function list(person: Browser): Promise<Reply> {
  return person.send("GET", "/classification-maps");
}

async function setPlan({ store }: RunningService, person: Browser, plan: "pro" | "enterprise"): Promise<void> {
  const { body: { email } } = await person.send("GET", "/users/me");
  const member = await store.accounts.findByEmail(email);
  assert.ok(member);
  await store.accounts.setPlan(member.account.id, plan);
}

function tally(answers: readonly Reply[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = status < 300 ? `${status}` : `${status} ${body.code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
