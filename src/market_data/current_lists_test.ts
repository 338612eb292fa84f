import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { CurrentLists } from "./current_lists.ts";
import type { Listings, MarketDataProvider } from "./provider.ts";
import { sample } from "./providers/sample.ts";

const START = Date.parse("2026-11-20T12:00:00.000Z");

/** Test double of a market data provider, whose lists become current when refreshed, unless it is set to be down. */
class Source {
  now = START;
  isDown = false;
  asked = 0;
  refreshed = 0;
  #fetchedAt: number | null = START;

  readonly lists = new CurrentLists(this.#provider(), { maxAgeHours: 24, now: () => this.now });

  forget(): void {
    this.#fetchedAt = null;
  }

  #provider(): MarketDataProvider {
    return {
      id: "source",
      listings: () => {
        this.asked++;
        if (this.#fetchedAt !== null) return Promise.resolve(listingsOf(this.#fetchedAt));
        return Promise.reject(new DomainError("market_data_unavailable", 'Cannot use the list "nse": it is down'));
      },
      refreshLists: () => {
        this.refreshed++;
        if (!this.isDown) this.#fetchedAt = this.now;
        return Promise.resolve([]);
      },
    };
  }
}

function listingsOf(fetchedAt: number): Listings {
  const at = new Date(fetchedAt).toISOString();
  return { items: [], former: [], asOf: null, fetchedAt: at, agesFrom: at, source: "source", digest: at };
}

function refuses(code: string, sentence: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof DomainError && error.code === code && sentence.test(error.message);
}

Deno.test("a list within its maximum age is returned without a refresh", async () => {
  const source = new Source();
  source.now = START + 24 * HOUR_MS;
  assert.equal((await source.lists.current("IN")).fetchedAt, new Date(START).toISOString());
  assert.equal(source.refreshed, 0);
});

Deno.test("a list beyond its maximum age is refreshed before it is returned", async () => {
  const source = new Source();
  source.now = START + 24 * HOUR_MS + 1;
  assert.equal((await source.lists.current("IN")).fetchedAt, new Date(source.now).toISOString());
});

Deno.test("a list beyond its maximum age that cannot be refreshed is refused with a time to try again", async () => {
  const source = new Source();
  source.isDown = true;
  source.now = START + 25 * HOUR_MS;
  await assert.rejects(source.lists.current("IN"), (error) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual([error.code, error.retryAfterSeconds], ["universe_unavailable", 60]);
    assert.match(error.message, /2026-11-20T12:00:00\.000Z, more than 24 hours ago/);
    return true;
  });
  assert.equal((await source.lists.lastGood("IN")).fetchedAt, new Date(START).toISOString());
});

Deno.test("repeated requests for a list that is too old do not ask its source each time", async () => {
  const source = new Source();
  source.isDown = true;
  source.now = START + 25 * HOUR_MS;
  for (let i = 0; i < 20; i++) await assert.rejects(source.lists.current("IN"));
  assert.equal(source.refreshed, 1);
  source.isDown = false;
  source.now += 30_000;
  await source.lists.current("IN");
  assert.equal(source.refreshed, 2);
});

Deno.test("without a list the universe is universe_unavailable, and other uses are market_data_unavailable", async () => {
  const source = new Source();
  source.forget();
  await assert.rejects(source.lists.current("IN"), refuses("universe_unavailable", /"nse"/));
  await assert.rejects(source.lists.lastGood("IN"), refuses("market_data_unavailable", /"nse"/));
});

Deno.test("hundreds of concurrent requests for a list ask the provider once", async () => {
  const source = new Source();
  await Promise.all(Array.from({ length: 300 }, () => source.lists.lastGood("IN")));
  assert.equal(source.asked, 1);
  source.now += 1_000;
  await source.lists.lastGood("IN");
  assert.equal(source.asked, 2);
});

Deno.test("the list of the sample market is never too old", async () => {
  const lists = new CurrentLists(sample, { maxAgeHours: 1, now: () => Date.parse("2099-01-01T00:00:00.000Z") });
  assert.equal((await lists.current("IN")).items.length, 60);
});
