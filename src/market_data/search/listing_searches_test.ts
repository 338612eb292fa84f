import assert from "node:assert/strict";
import { assetId } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import { READER_HERE } from "../market_reader.ts";
import type { Listing, Listings } from "../provider.ts";
import { sample } from "../providers/sample.ts";
import { ListingSearches } from "./listing_searches.ts";

const CONTEXT = { signal: new AbortController().signal, now: () => "2026-11-20T12:00:00.000Z" };

async function usListings(): Promise<Listings> {
  const listings = await sample.listings?.("US", CONTEXT);
  assert.ok(listings !== undefined);
  return listings;
}

function searchesOf(lastGood: () => Promise<Listings>): ListingSearches {
  return new ListingSearches({ lastGood }, { now: () => 0, onFailure: () => assert.fail("an index was not made") });
}

/**
 * Test helper. Returns 3,000 US shares of one name, enough that building the index takes more than one turn of the
 * event loop.
 */
function many(listings: Listings, name: string): Listings {
  const [like] = [...listings.items];
  const items = Array.from({ length: 3_000 }, (_, i): Listing => ({
    ...like,
    asset: assetId(`US:S${i}`),
    symbol: `S${i}`,
    name,
  }));
  return { ...listings, items };
}

Deno.test("concurrent searches in one list share one index", async () => {
  const listings = await usListings();
  const searches = searchesOf(() => Promise.resolve(listings));
  const indices = await Promise.all(Array.from({ length: 20 }, () => searches.of("US")));
  assert.equal(new Set(indices).size, 1);
  assert.equal(indices[0].search("exfalcon", { limit: 1 })[0].symbol, "EXFALCON");
});

Deno.test("the last search index is used until that of the next list is complete", async () => {
  let listings = many(await usListings(), "Falcon");
  const searches = searchesOf(() => Promise.resolve(listings));
  const first = await searches.of("US");
  listings = many(listings, "Heron");
  assert.equal(await searches.of("US"), first);
  await searches.prepare("US");
  const next = await searches.of("US");
  assert.deepEqual([next.search("heron", { limit: 5 }).length, next.search("falcon", { limit: 5 }).length], [5, 0]);
});

Deno.test("if lists change while search indexes are built, the latest list is searched in the end", async () => {
  const all = ["Falcon", "Heron", "Kestrel"];
  let listings = many(await usListings(), all[0]);
  const searches = searchesOf(() => Promise.resolve(listings));
  const begun = all.map((name) => {
    listings = many(listings, name);
    return searches.prepare("US");
  });
  await Promise.all(begun);
  await searches.prepare("US");
  assert.equal((await searches.of("US")).search("kestrel", { limit: 5 }).length, 5);
});

Deno.test("without a list a search is refused, even if the list was searched before", async () => {
  const listings = await usListings();
  let isThere = true;
  const searches = searchesOf(() =>
    isThere ? Promise.resolve(listings) : Promise.reject(new DomainError("market_data_unavailable", "No list"))
  );
  await searches.of("US");
  isThere = false;
  await assert.rejects(searches.of("US"), { code: "market_data_unavailable" });
});

Deno.test("a search index that cannot be built is reported once, and built again after a while", async () => {
  const listings = many(await usListings(), "Falcon");
  const told: string[] = [];
  let [nowMs, asked, fails] = [0, 0, true];
  const searches = new ListingSearches({ lastGood: () => Promise.resolve(listings) }, {
    now: () => nowMs,
    onFailure: (market, error) => told.push(`${market} ${error}`),
    reader: {
      run(name, inputs) {
        asked++;
        return fails ? Promise.reject(new Error("no memory")) : READER_HERE.run(name, inputs);
      },
    },
  });
  for (let search = 0; search < 20; search++) await assert.rejects(searches.of("US"), /no memory/);
  assert.deepEqual([asked, told], [1, ["US Error: no memory"]]);
  nowMs += 61_000;
  await assert.rejects(searches.of("US"), /no memory/);
  assert.deepEqual([asked, told.length], [2, 1]);
  nowMs += 61_000;
  fails = false;
  assert.equal((await searches.of("US")).search("falcon", { limit: 5 }).length, 5);
});

Deno.test("the last search index is still used if that of the next list cannot be built", async () => {
  let [listings, fails] = [many(await usListings(), "Falcon"), false];
  const searches = new ListingSearches({ lastGood: () => Promise.resolve(listings) }, {
    now: () => 0,
    onFailure: () => {},
    reader: {
      run: (name, inputs) => fails ? Promise.reject(new Error("no memory")) : READER_HERE.run(name, inputs),
    },
  });
  await searches.of("US");
  listings = many(listings, "Heron");
  fails = true;
  await assert.rejects(searches.prepare("US"), /no memory/);
  assert.equal((await searches.of("US")).search("falcon", { limit: 5 }).length, 5);
});
