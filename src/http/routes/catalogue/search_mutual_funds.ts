import { z } from "zod";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import type { Listing } from "../../../market_data/provider.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { foundBody, pageOfFound, searchPaging, searchText } from "./search_query.ts";

const assetClass = z.enum(["equity", "debt", "hybrid", "other"]);

const fundBody = z.strictObject({
  scheme_code: z.int(),
  name: z.string(),
  amc: z.string().meta({ description: "The fund house" }),
  asset_class: assetClass,
  category: z.string(),
  plan: z.enum(["direct", "regular"]),
  option: z.enum(["growth", "dividend"]),
  isin: z.string().nullable(),
  nav: z.number().nullable().meta({ description: "The latest net asset value, in rupees" }),
  nav_date: z.iso.date().nullable(),
}).meta({ id: "MutualFund" });

/** Endpoint that searches Indian mutual funds by scheme code, ISIN and name. */
export const searchMutualFunds = defineEndpoint({
  method: "GET",
  path: "/mutual-funds/search",
  credential: "public",
  rateLimit: "catalogue",
  summary: "Search Indian mutual funds",
  description:
    "Finds by scheme code or ISIN, then by the beginning of the name or of its words, then by misspelt words. Funds " +
    "without a value in the 30 days before the list come last.",
  query: z.strictObject({ q: searchText({ least: 2 }), asset_class: assetClass.optional(), ...searchPaging }),
  isCompressed: true,
  responses: {
    200: { description: "The funds that were found", body: foundBody(fundBody, "MutualFundsFound") },
    503: problem("market_data_unavailable"),
  },
}, async ({ query: { q, asset_class, ...paging } }, { listingSearches }) => {
  const index = await listingSearches.of("MF");
  const found = index.search(q, {
    limit: paging.limit,
    accepts: (found) => found !== null && (asset_class === undefined || found === asset_class),
  });
  const { items, ...page } = pageOfFound(found, paging);
  return { status: 200, body: { items: items.flatMap(presented), ...page } };
});

function presented({ symbol, name, isin, fund }: Listing): readonly DeepReadonly<z.input<typeof fundBody>>[] {
  if (fund === null) return [];
  const { amc, assetClass: asset_class, category, plan, option, nav, navDate: nav_date } = fund;
  return [{ scheme_code: Number(symbol), name, amc, asset_class, category, plan, option, isin, nav, nav_date }];
}
