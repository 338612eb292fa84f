import assert from "node:assert/strict";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { sharedMarketFolder } from "../support/shared_market_folder.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

announceMissingShared("Searches over the original lists");

const FUNDS = "/mutual-funds/search";
const SHARES = "/us-stocks/search";

async function read(service: RunningService, path: string, query: Readonly<Record<string, string>>) {
  const response = await service.fetch(`${path}?${new URLSearchParams(query)}`);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

Deno.test("a fund search needs no credential and returns each fund's house, asset class, plan and option", async () => {
  const service = await sharedService(QUEUED);
  const { status, body } = await read(service, FUNDS, { q: "lotus gold" });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    items: [{
      scheme_code: 900005,
      name: "Example Lotus Gold Fund - Direct Plan - Growth",
      amc: "Example Lotus Asset Management",
      asset_class: "other",
      category: "Gold",
      plan: "direct",
      option: "growth",
      isin: null,
      nav: null,
      nav_date: null,
    }],
    page: 1,
    page_size: 20,
    total: 1,
  });
  const debt = await read(service, FUNDS, { q: "example", asset_class: "debt", limit: "50" });
  assert.deepEqual(
    new Set(debt.body.items.map(({ asset_class }: { asset_class: string }) => asset_class)),
    new Set(["debt"]),
  );
});

Deno.test("the limit of a fund search caps its total, and its pages together contain no more", async () => {
  const service = await sharedService(QUEUED);
  const pages = [];
  for (const page of ["1", "2", "3", "4"]) {
    pages.push((await read(service, FUNDS, { q: "example", limit: "5", page, page_size: "2" })).body);
  }
  assert.deepEqual(pages.map(({ items }) => items.length), [2, 2, 1, 0]);
  assert.ok(pages.every(({ total, page_size }) => total === 5 && page_size === 2));
  const codes = pages.flatMap(({ items }) => items.map(({ scheme_code }: { scheme_code: number }) => scheme_code));
  const { body } = await read(service, FUNDS, { q: "example", limit: "5" });
  assert.deepEqual(codes, body.items.map(({ scheme_code }: { scheme_code: number }) => scheme_code));
  assert.equal((await read(service, FUNDS, { q: "example", page: "999999999" })).body.items.length, 0);
});

Deno.test("US shares are found by symbol and misspelt name, and are ordered by symbol without a search text", async () => {
  const service = await sharedService(QUEUED);
  const all = (await read(service, SHARES, { limit: "50" })).body;
  const symbols = all.items.map(({ symbol }: { symbol: string }) => symbol);
  assert.deepEqual([all.total, symbols], [40, symbols.toSorted()]);
  const [first] = (await read(service, SHARES, { q: "exfalcon" })).body.items;
  assert.deepEqual(first, {
    symbol: "EXFALCON",
    name: "Example Falcon Ridge Aerospace Inc",
    exchange: "US",
    is_etf: false,
  });
  assert.equal((await read(service, SHARES, { q: "falcno ridge" })).body.items[0].symbol, "EXFALCON");
});

const TOLD = /Must have (1|2) to 200 characters, not only blanks/;
const REFUSED: readonly (readonly [path: string, query: string, pointer: string, sentence: RegExp])[] = [
  [FUNDS, "", "/query/q", /./],
  [FUNDS, "q=", "/query/q", TOLD],
  [FUNDS, "q=a", "/query/q", TOLD],
  [FUNDS, "q=%20%20%20", "/query/q", TOLD],
  [FUNDS, `q=${"a".repeat(201)}`, "/query/q", TOLD],
  [FUNDS, `q=${"a".repeat(10_000)}`, "/query", /at most 8192/],
  [FUNDS, "q=ab%00cd", "/query/q", /./],
  [FUNDS, "q=gold&limit=0", "/query/limit", /1/],
  [FUNDS, "q=gold&limit=51", "/query/limit", /50/],
  [FUNDS, "q=gold&limit=ten", "/query/limit", /whole number from 1 to 50/],
  [FUNDS, "q=gold&limit=5&limit=6", "/query/limit", /more than once/],
  [FUNDS, "q=gold&page=0", "/query/page", /1/],
  [FUNDS, "q=gold&page=1e9", "/query/page", /whole number/],
  [FUNDS, "q=gold&page=1000000000", "/query/page", /whole number/],
  [FUNDS, "q=gold&page_size=51", "/query/page_size", /50/],
  [FUNDS, "q=gold&asset_class=gold", "/query/asset_class", /equity/],
  [FUNDS, "q=gold&sort=nav", "/query/sort", /sort/],
  [SHARES, "q=", "/query/q", TOLD],
  [SHARES, "q=%09", "/query/q", TOLD],
  [SHARES, "limit=51", "/query/limit", /50/],
  [SHARES, "asset_class=equity", "/query/asset_class", /asset_class/],
];

Deno.test("an invalid search parameter is refused at its pointer, with a sentence that says what is accepted", async () => {
  const service = await sharedService(QUEUED);
  for (const [path, query, pointer, sentence] of REFUSED) {
    const response = await service.fetch(`${path}?${query}`);
    const body = await response.json();
    assert.deepEqual([response.status, body.code], [422, "validation_failed"], query.slice(0, 60));
    assert.equal(body.errors[0].pointer, pointer, query.slice(0, 60));
    assert.match(body.errors[0].detail, sentence, query.slice(0, 60));
  }
});

Deno.test("searches take regular expressions, emoji and 200 characters as ordinary text", async () => {
  const service = await sharedService(QUEUED);
  for (const q of [".*", "^EX[A-Z]+$", "😀😀", "(((((", "%27--", "a".repeat(200), "\\u0000", "__proto__"]) {
    for (const path of [FUNDS, SHARES]) {
      const { status, body } = await read(service, path, { q });
      assert.equal(status, 200, q);
      assert.deepEqual(body.items.length, body.total, q);
    }
  }
  assert.equal((await read(service, SHARES, { q: "E" })).status, 200);
});

Deno.test(testInTurn({
  name: "searches over the original lists rank exact codes, ISINs and symbols first, and funds with old values last",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    const folder = await sharedMarketFolder({ calendar: true });
    try {
      await using service = await runService({ environment: { ...QUEUED, MARKET_DATA: `files:${folder}` } });
      const codes = async (q: string): Promise<readonly number[]> =>
        (await read(service, FUNDS, { q, limit: "50" })).body.items.map(({ scheme_code }: { scheme_code: number }) =>
          scheme_code
        );
      assert.equal((await codes("119551"))[0], 119551);
      assert.equal((await codes("inf879o01027"))[0], 122639);
      assert.equal((await codes("parag parikh flexicap direct growth"))[0], 122639);
      assert.ok((await codes("mirea asset large cap")).includes(118825));
      const symbols = async (q: string): Promise<readonly string[]> =>
        (await read(service, SHARES, { q })).body.items.map(({ symbol }: { symbol: string }) => symbol);
      assert.equal((await symbols("aapl"))[0], "AAPL");
      assert.equal((await symbols("brk-b"))[0], "BRK.B");
      assert.equal((await symbols("microsft corp"))[0], "MSFT");
      const { body } = await read(service, FUNDS, { q: "fund", limit: "50" });
      const dates: readonly string[] = body.items.map(({ nav_date }: { nav_date: string | null }) => nav_date ?? "");
      assert.equal(body.total, 50);
      assert.ok(dates.every((date) => date > "2024-12-01"), dates.join());
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
}));
