import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { UPLOAD_KINDS } from "../../domain/upload.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { momentsSchema } from "./estimators.ts";
import { checkHistory, checkNames, type HistoryBeside, MOST_ASSETS, MOST_LISTED, type OwnHistory } from "./history.ts";
import { locatorOf } from "./file_places.ts";
import { readInlineHistory } from "./inline_history.ts";
import type { Fields, Part } from "./part.ts";
import { readScenarios, weighUploaded } from "./scenarios.ts";
import { checkUploadForm, isUploadForm } from "./upload.ts";

const stock = z.strictObject({
  ticker: z.string().min(1).max(40).meta({ description: "Symbol of the share at its exchange" }),
  exchange: z.enum(["NSE", "BSE", "US"]).meta({ description: "Exchange at which the share is listed" }),
});
const fund = z.strictObject({
  scheme_code: z.int().min(1).max(99_999_999).meta({ description: "Code of the scheme in the list of AMFI" }),
});

/**
 * Schema of the fields that name the assets of a run. Prices, returns and scenarios have no schema here, because they
 * may have millions of cells.
 */
const schema = z.strictObject({
  stocks: z.array(stock).min(1).max(MOST_LISTED).optional().meta({
    description: "Listed shares whose prices the service has",
  }),
  funds: z.array(fund).min(1).max(MOST_LISTED).optional().meta({
    description: "Mutual funds whose prices the service has",
  }),
  prices: z.unknown().optional(),
  returns: z.unknown().optional(),
  moments: momentsSchema.optional().meta({
    description: "Own expected returns and covariance matrix per period, in place of a history",
  }),
  scenarios: z.unknown().optional(),
});
export type AssetFields = z.output<typeof schema>;

interface SentHistory {
  /** History that came beside the request body, for example from a file. Undefined if there is none. */
  readonly beside: HistoryBeside | undefined;
  readonly history: OwnHistory | null;
}

/**
 * Definition of the request fields for the assets of a run. The assets come from one of the six input fields or from a
 * history beside the body.
 */
export const assetsPart = {
  schema,
  rules(sent, { beside, history }, faults) {
    checkInputs(sent, beside, faults);
    // The reader of scenarios has checked them, and the history of an upload was checked when its file arrived.
    if (history !== null && history.kind !== "scenarios" && beside?.isUpload !== true) {
      checkHistory(history.kind, history.table, faults, locatorOf(beside?.places));
    }
    if (sent.moments === undefined) return;
    const { assets } = sent.moments;
    if (assets.length > MOST_ASSETS) {
      faults.add("/moments/assets", `Cannot take ${assets.length} assets: a run takes at most ${MOST_ASSETS}`);
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
 * Returns the prices, returns or scenarios that the caller sent, in the request body or beside it. Returns null if
 * there is none, if it is that of an upload which is not given beside the body, or if its shape is wrong; faults of the
 * shape are reported.
 */
export function readHistory(body: Fields, beside: HistoryBeside | undefined, faults: FaultList): OwnHistory | null {
  for (const field of UPLOAD_KINDS) {
    const sent = body[field];
    if (isUploadForm(sent)) checkUploadForm(field, sent, faults);
  }
  if (beside !== undefined) {
    faults.addAll(beside.faults ?? []);
    if (beside.kind !== "scenarios" || beside.isUpload !== true || !isUploadForm(body.scenarios)) return beside;
    const table = weighUploaded(beside.table, body.scenarios, faults);
    return table && { kind: beside.kind, table };
  }
  const kind = sentHistoryOf(body);
  if (kind === undefined || isUploadForm(body[kind])) return null;
  const table = kind === "scenarios"
    ? readScenarios(body.scenarios, faults)
    : readInlineHistory(kind, body[kind], faults);
  return table && { kind, table };
}

/** Request fields that a history beside the body replaces. */
const HISTORIES = ["prices", "returns", "scenarios"] as const;

/** Returns the field of a request body that has the caller's own history; undefined if none has. */
export function sentHistoryOf(body: Fields): typeof HISTORIES[number] | undefined {
  return HISTORIES.find((field) => body[field] !== undefined);
}

function checkInputs(sent: AssetFields, beside: HistoryBeside | undefined, faults: FaultList): void {
  const isInBody = beside === undefined || beside.isUpload === true;
  const inBody = isInBody ? HISTORIES : [];
  const sentFields = (["stocks", "funds", ...inBody, "moments"] as const).filter((field) => sent[field] !== undefined);
  const [first, ...others] = isInBody ? sentFields : [beside.kind, ...sentFields];
  if (first === undefined) {
    faults.add("", "Cannot find an asset: one of stocks, funds, prices, returns, moments and scenarios is needed");
  }
  for (const extra of others) {
    faults.add(`/${extra}`, `Cannot take "${extra}" beside "${first}": a run has one of them`);
  }
}
