import { assetId } from "../../domain/asset.ts";
import type { FundAssetClass, FundDetails, Listing } from "../provider.ts";
import { dayOfText } from "./day_of_text.ts";
import { fundByName } from "./fund_by_name.ts";
import {
  amountOrNull,
  columnsOfHeader,
  isinOrNull,
  type ListingFile,
  ListingFileError,
  NOT_TOLD,
  readLines,
} from "./listing_file.ts";

const BANNER = /^[^;]*\bSchemes?\s*\((.*)\)\s*$/i;
const CLASSES: readonly (readonly [opening: RegExp, assetClass: FundAssetClass])[] = [
  [/^(equity|growth|elss)/i, "equity"],
  [/^(debt|income|gilt|liquid|money market|floating)/i, "debt"],
  [/^(hybrid|balanced)/i, "hybrid"],
];

/**
 * Reads the mutual funds of `NAVAll.txt` of the Association of Mutual Funds in India, with the `Plan` and `Option`
 * columns introduced in 2026 or without. A line without a semicolon names the category or the fund house of the schemes
 * after it. The list is dated by its latest value. Throws `ListingFileError`.
 */
export async function readAmfiNavList(text: string): Promise<ListingFile> {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const names = header.split(";");
  if (names.length < 2) throw new ListingFileError('there is no column "Scheme Code"');
  const cell = columnsOfHeader(names, {
    code: ["Scheme Code"],
    name: ["Scheme Name", "NAV Name"],
    isin: ["ISIN Div Payout/ISIN Growth"],
    reinvestment: ["ISIN Div Reinvestment", ""],
    plan: ["Plan", ""],
    option: ["Option", ""],
    nav: ["Net Asset Value"],
    date: ["Date"],
  });
  const section = { category: "", amc: "" };
  let asOf: string | null = null;
  const listings = await readLines(lines, (line): readonly Listing[] | null => {
    if (!line.includes(";")) {
      const category = BANNER.exec(line)?.[1];
      if (category === undefined) section.amc = line.trim();
      else section.category = category.trim();
      return [];
    }
    const cells = line.split(";");
    const code = cell(cells, "code");
    if (!/^\d+$/.test(code) || cells.length !== names.length) return null;
    const day = dayOfText(cell(cells, "date"));
    if (day !== null && (asOf === null || day > asOf)) asOf = day;
    const [plan, option] = [cell(cells, "plan"), cell(cells, "option")];
    const name = [cell(cells, "name"), plan, option].filter((part) => part !== "").join(" - ");
    const isin = isinOrNull(cell(cells, "isin"));
    const reinvestmentIsin = isinOrNull(cell(cells, "reinvestment"));
    return [{
      asset: assetId(`MF:${Number(code)}`),
      name,
      market: "MF",
      currency: "INR",
      exchange: null,
      symbol: String(Number(code)),
      ...NOT_TOLD,
      isin: isin ?? reinvestmentIsin,
      fund: {
        ...fundOf(name, section),
        ...isin === null || reinvestmentIsin === null ? {} : { reinvestmentIsin },
        ...valueOf(cell(cells, "nav"), day),
      },
    }];
  });
  return { listings, asOf };
}

/** Parses the net asset value of a fund and its day. A value of 0, or one without a date, gives null for both. */
function valueOf(text: string, day: string | null): Pick<FundDetails, "nav" | "navDate"> {
  const nav = amountOrNull(text);
  return nav === null || nav === 0 || day === null ? { nav: null, navDate: null } : { nav, navDate: day };
}

function fundOf(
  name: string,
  { category, amc }: { category: string; amc: string },
): Omit<FundDetails, "nav" | "navDate"> {
  return {
    amc,
    assetClass: CLASSES.find(([opening]) => opening.test(category))?.[1] ?? "other",
    category: category.replace(/^[^-]*\bScheme\s+-\s+/, "").replace(/\s+/g, " "),
    ...fundByName(name),
  };
}
