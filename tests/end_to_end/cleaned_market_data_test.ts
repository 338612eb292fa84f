import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import { loadHistory } from "../../src/jobs/kinds/load_history.ts";
import { filesProvider } from "../../src/market_data/providers/files.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { sharedMarketFolder } from "../support/shared_market_folder.ts";
import { IS_FULL_RUN, partOf, testInTurn } from "../support/tier.ts";

announceMissingShared("Defects of real prices");

const CONTEXT = { signal: new AbortController().signal, now: () => "2026-11-21T12:00:00.000Z" };

/** The defects of ten years of 500 Indian stocks, each as kind, asset and date. */
const DEFECTS: readonly string[] = [
  "holiday many 2025-03-18",
  "holiday many 2026-01-15",
  "move NSE:ABREL 2019-10-11",
  "move NSE:IDEA 2020-02-19",
  "move NSE:INDUSINDBK 2020-03-26",
  "move NSE:J&KBANK 2017-02-27",
  "move NSE:PNB 2017-10-25",
  "move NSE:YESBANK 2020-03-06",
  "move NSE:YESBANK 2020-03-16",
  "move NSE:YESBANK 2020-03-17",
  "reverted NSE:INDIAMART 2019-10-27",
  "reverted NSE:INDIAMART 2020-11-14",
  "suspected_split NSE:ABFRL 2025-05-22",
  "suspected_split NSE:CDSL 2017-07-03",
  "suspected_split NSE:CGCL 2024-01-01",
  "suspected_split NSE:GPIL 2024-01-01",
  "suspected_split NSE:MOTILALOFS 2024-01-01",
  "suspected_split NSE:PATANJALI 2020-01-27",
];

/** Whether one of the defects is of an asset. */
function isDefective(asset: string): boolean {
  return DEFECTS.some((defect) => defect.split(" ")[1] === asset);
}

/**
 * Returns the defects found in the prices of a market of the shared data, each as kind, asset and date. The part of the
 * tests looks at the stocks that have a defect and at every fourth of the others, and at the funds that have a file.
 */
async function findings(market: "IN" | "MF"): Promise<readonly string[]> {
  const folder = await sharedMarketFolder({ calendar: true });
  try {
    const provider = filesProvider(folder);
    const { items = [] } = await provider.listings?.(market, CONTEXT) ?? {};
    const assets = [];
    const files = new Set([...Deno.readDirSync(`${folder}/nav`)].map(({ name }) => name));
    const chosen = new Set(partOf([...items].filter(({ asset }) => !isDefective(asset))));
    for (const item of items) {
      const { asset } = item;
      const hasFile = files.has(`${asset.replace("MF:", "")}.csv`);
      if (!IS_FULL_RUN && !(market === "MF" ? hasFile : chosen.has(item) || isDefective(asset))) continue;
      const { dates = [] } = await provider.prices?.(asset, { start: null, end: null }, CONTEXT) ?? {};
      if (dates.length > 0) assets.push(asset);
    }
    const { dropped, jumps } = await loadHistory({ assets, market, closes: false }, provider, CONTEXT);
    const left = dropped.filter(({ reason }) => reason !== "absent").map(({ reason, assets: named, first }) =>
      `${reason} ${named.length > 1 ? "many" : named[0]} ${first}`
    );
    return [...left, ...jumps.map(({ kind, asset, date }) => `${kind} ${asset} ${date}`)].sort();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test(testInTurn({
  name: "ten years of 500 Indian stocks yield exactly the known defects, each with its kind, asset and date",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    assert.deepEqual(await findings("IN"), DEFECTS);
  },
}));

Deno.test(testInTurn({
  name: "in nine funds a unit change is repaired and reported, a value of 0 is dropped, and a payout is no defect",
  ignore: !SHARED_AVAILABLE,
  async fn() {
    assert.deepEqual(await findings("MF"), [
      "unit_change MF:119092 2015-08-30",
      "unreadable MF:120503 2013-04-07",
    ]);
    const folder = await sharedMarketFolder({ calendar: true });
    try {
      const asset = assetId("MF:119092");
      const { history } = await loadHistory(
        { assets: [asset], market: "MF", closes: false, start_date: "2015-08-25", end_date: "2015-09-01" },
        filesProvider(folder),
        CONTEXT,
      );
      const values = [...history.table.values.data];
      assert.ok(values.every((value, i) => i === 0 || Math.abs(value / values[i - 1] - 1) < 0.01), String(values));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
}));
