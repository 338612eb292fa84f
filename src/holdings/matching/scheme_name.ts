import { nameWords } from "./name_words.ts";

/** A scheme by its name: what it is called, and what is said of its plan and its option. */
export interface SchemeName {
  /** By which two ways of writing it are one. */
  readonly key: string;
  readonly plan: "direct" | "regular" | null;
  readonly option: "growth" | "dividend" | "bonus" | null;
  /** How often a dividend is paid; empty where the name does not say. */
  readonly frequency: string;
  /** What becomes of a dividend; null where the name does not say, or says both. */
  readonly dividend: "payout" | "reinvestment" | null;
}

const PLANS: Wording<NonNullable<SchemeName["plan"]>> = { DIRECT: "direct", REGULAR: "regular" };
const OPTIONS: Wording<NonNullable<SchemeName["option"]>> = {
  GROWTH: "growth",
  GR: "growth",
  CUMULATIVE: "growth",
  IDCW: "dividend",
  IDCWOPTION: "dividend",
  IDWC: "dividend",
  DIVIDEND: "dividend",
  DISTRIBUTION: "dividend",
  BONUS: "bonus",
};
const DIVIDENDS: Wording<NonNullable<SchemeName["dividend"]>> = {
  PAYOUT: "payout",
  REINVESTMENT: "reinvestment",
  REINVEST: "reinvestment",
};
const FREQUENCIES: Wording<string> = {
  DAILY: "daily",
  WEEKLY: "weekly",
  FORTNIGHTLY: "fortnightly",
  MONTHLY: "monthly",
  QUARTERLY: "quarterly",
  HALF: "half",
  YEARLY: "yearly",
  ANNUAL: "yearly",
  ANNUALLY: "yearly",
  PERIODIC: "periodic",
  STANDARD: "standard",
};
const AROUND = "PLAN OPTION OF INCOME CUM CAPITAL WITHDRAWAL AND OR PRINCIPAL UNITS".split(" ");
const OF_FORM = new Set([...AROUND, ...[PLANS, OPTIONS, DIVIDENDS, FREQUENCIES].flatMap(Object.keys)]);
/** What a scheme was called before. */
const FORMER = /\((formerly|erstwhile)[^)]*\)?/gi;

type Wording<Meaning> = Readonly<Record<string, Meaning | undefined>>;

/**
 * Reads the name of a scheme, as `Axis Liquid Fund - Direct Plan - Growth Option`: plan and option are told by the
 * words at its end, in any order.
 */
export function readSchemeName(name: string): SchemeName {
  const words = nameWords(name.includes("(") ? name.replace(FORMER, " ") : name);
  let end = words.length;
  while (end > 1 && OF_FORM.has(words[end - 1])) end--;
  const form = words.slice(end);
  const dividends = meaningsOf(form, DIVIDENDS);
  const options = meaningsOf(form, OPTIONS);
  const plans = meaningsOf(form, PLANS);
  return {
    key: words.slice(0, end).join(""),
    // Some schemes are called regular and have a direct plan.
    plan: plans.find((plan) => plan === "direct") ?? plans[0] ?? null,
    // A bonus is told behind the growth that it is of.
    option: options.find((option) => option !== "growth") ?? options[0] ?? null,
    frequency: meaningsOf(form, FREQUENCIES).join(" "),
    dividend: dividends.length === 1 ? dividends[0] : null,
  };
}

/** What some words mean, each meaning once. */
function meaningsOf<Meaning>(words: readonly string[], wording: Wording<Meaning>): readonly Meaning[] {
  const found = words.map((word) => wording[word]).filter((meaning) => meaning !== undefined);
  return found.filter((meaning, i) => found.indexOf(meaning) === i);
}

/** A fund house by its name, its legal form aside. */
export function fundHouseKey(name: string): string {
  return nameWords(name).filter((word) => !HOUSE_ASIDE.has(word)).join("");
}

const HOUSE_ASIDE = new Set(
  "MUTUAL FUND ASSET MANAGEMENT AMC COMPANY CO LTD LIMITED PRIVATE PVT INDIA".split(" "),
);
