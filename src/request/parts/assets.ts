import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { UPLOAD_KINDS } from "../../domain/upload.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { momentsSchema } from "./estimators.ts";
import { checkHistory, checkNames, HISTORY_LIMITS, type HistoryBeside, type OwnHistory } from "./history.ts";
import { locatorOf } from "./file_places.ts";
import { readInlineHistory } from "./inline_history.ts";
import type { Fields, Part } from "./part.ts";
import { checkUploadForm, isUploadForm } from "./upload.ts";

const stock = z.strictObject({ ticker: z.string().min(1).max(40), exchange: z.enum(["NSE", "BSE", "US"]) });
const fund = z.strictObject({ scheme_code: z.int().min(1).max(99_999_999) });

/**
 * Schema of the fields that name the assets of a run. Prices and returns have no schema here, because they may have
 * millions of cells.
 */
const schema = z.strictObject({
  stocks: z.array(stock).min(1).max(2_000).optional(),
  funds: z.array(fund).min(1).max(2_000).optional(),
  prices: z.unknown().optional(),
  returns: z.unknown().optional(),
  moments: momentsSchema.optional(),
});
export type AssetFields = z.output<typeof schema>;

interface SentHistory {
  /** History that came beside the request body, for example from a file. Undefined if there is none. */
  readonly beside: HistoryBeside | undefined;
  readonly history: OwnHistory | null;
}

/**
 * Definition of the request fields for the assets of a run. The assets come from one of the five input fields or from a
 * history beside the body.
 */
export const assetsPart = {
  schema,
  rules(sent, { beside, history }, faults) {
    checkInputs(sent, beside, faults);
    if (history !== null) checkHistory(history.kind, history.table, faults, locatorOf(beside?.places));
    if (sent.moments === undefined) return;
    const { assets } = sent.moments;
    if (assets.length > HISTORY_LIMITS.assets) {
      const most = HISTORY_LIMITS.assets;
      faults.add("/moments/assets", `Cannot take ${assets.length} assets: a run takes at most ${most}`);
    }
    checkNames("/moments/assets", assets, faults);
  },
  // The config of a run stores a share that was named by its letters under its number code, because the letters may
  // belong to another share later.
  config({ assets, listed }) {
    if (!listed || !assets.some((asset) => asset.startsWith("BSE:"))) return {};
    return {
      stocks: assets.map((asset) => ({
        ticker: asset.slice(asset.indexOf(":") + 1),
        exchange: asset.slice(0, asset.indexOf(":")),
      })),
    };
  },
} satisfies Part<AssetFields, SentHistory, { readonly assets: readonly AssetId[]; readonly listed: boolean }>;

/**
 * Returns the price or return history that the caller sent, in the request body or beside it. Returns null if there is
 * none, if it is that of an upload which is not given beside the body, or if its shape is wrong; faults of the shape
 * are reported.
 */
export function readHistory(body: Fields, beside: HistoryBeside | undefined, faults: FaultList): OwnHistory | null {
  for (const field of UPLOAD_KINDS) {
    const sent = body[field];
    if (isUploadForm(sent)) checkUploadForm(field, sent, faults);
  }
  if (beside !== undefined) {
    faults.addAll(beside.faults ?? []);
    return beside;
  }
  const kind = (["prices", "returns"] as const).find((field) => body[field] !== undefined);
  if (kind === undefined || isUploadForm(body[kind])) return null;
  const table = readInlineHistory(kind, body[kind], faults);
  return table && { kind, table };
}

function checkInputs(sent: AssetFields, beside: HistoryBeside | undefined, faults: FaultList): void {
  const isInBody = beside === undefined || beside.isUpload === true;
  const inBody = isInBody ? ["prices", "returns"] as const : [];
  const sentFields = (["stocks", "funds", ...inBody, "moments"] as const).filter((field) => sent[field] !== undefined);
  const [first, ...others] = isInBody ? sentFields : [beside.kind, ...sentFields];
  if (first === undefined) {
    faults.add("", "Cannot find an asset: one of stocks, funds, prices, returns and moments is needed");
  }
  for (const extra of others) {
    faults.add(`/${extra}`, `Cannot take "${extra}" beside "${first}": a run has one of them`);
  }
}
