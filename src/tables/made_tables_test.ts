import assert from "node:assert/strict";
import { type MadeTable, madeTable, ONE_NAME, otherMadeTable } from "../../tests/support/made_tables.ts";
import { partOf } from "../../tests/support/tier.ts";
import { decodedText } from "./decoded_text.ts";
import type { ReadTable } from "./finished_table.ts";
import { TableReader } from "./table_reader.ts";

/** Numbers between 0 and 1 that follow from a seed, by the generator mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function read({ bytes }: MadeTable): ReadTable {
  const reader = new TableReader({ kind: "prices", name: ONE_NAME, limits: { assets: 2_000, rows: 10_000 } });
  reader.push(decodedText(bytes));
  return reader.end();
}

const MOST_FILES = Number(Deno.env.get("MADE_TABLES") ?? "300");

Deno.test("of 300 files of any dialect, days, header and leftovers each is read exactly, or refused in one sentence", () => {
  areReadExactly(madeTable);
});

Deno.test("of 300 files in unusual layouts each is read exactly, or refused in one sentence", () => {
  areReadExactly(otherMadeTable);
});

function areReadExactly(make: (random: () => number) => MadeTable): void {
  const tried = partOf(Array.from({ length: MOST_FILES }, (_, k) => k + 1));
  let refused = 0, unsure = 0;
  for (const seed of tried) {
    const table = make(randomOf(seed));
    const { faults, doubts, ...rest } = read(table);
    const what = `seed ${seed}: ${table.made}`;
    if (faults.length > 0) {
      refused++;
      const causes = faults.map(({ detail }) => /^Cannot tell (which day|whether) /.exec(detail)?.[1] ?? detail);
      assert.ok(causes.every((cause) => cause.length < 12), `${what}: ${causes.join("\n")}`);
      assert.equal(new Set(causes).size, causes.length, what);
    } else if (doubts.some(({ code }) => code === "unsure_reading")) unsure++;
    else {
      assert.deepEqual(rest.days, table.days, what);
      assert.deepEqual(byName(rest), byName({ names: table.names, values: { data: table.values.flat() } }), what);
    }
  }
  assert.ok(refused + unsure <= tried.length / 5, `${refused} refused and ${unsure} unsure of ${tried.length}`);
}

/** Returns the values of each name, because the order of names in the long form is that of its rows. */
function byName(
  { names, values: { data } }: {
    readonly names: readonly string[];
    readonly values: { readonly data: Iterable<number> };
  },
): ReadonlyMap<string, readonly number[]> {
  const all = [...data];
  return new Map(
    [...names].sort().map((name) => {
      const at = names.indexOf(name);
      return [name, all.filter((_, k) => k % names.length === at)];
    }),
  );
}
