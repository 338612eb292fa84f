import { entryAt } from "../../domain/entry_at.ts";
import { nameWords } from "./name_words.ts";

/** A mutual fund name split into the scheme's own name, its plan and its option. */
export interface SchemeName {
  /** Normalised name of the fund scheme; different spellings of the same name are equal. */
  readonly key: string;
  /** Normalised former names of the scheme, which its name has in parentheses. */
  readonly formerKeys: readonly string[];
  readonly plan: "direct" | "regular" | null;
  readonly option: "growth" | "dividend" | "bonus" | null;
  /** How often the fund pays dividends; empty where the name does not say. */
  readonly frequency: string;
  /** Whether dividends are paid out or reinvested; null where the name does not say, or says both. */
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
/** Regular expression for the former name of a fund scheme in parentheses. */
const FORMER = /\(\s*(?:(?:formerly|erstwhile)(?:\s+known\s+as)?|(?:earlier|previously)\s+known\s+as)\b([^)]*)\)?/gi;

type Wording<Meaning> = Readonly<Record<string, Meaning | undefined>>;

/**
 * Parses a mutual fund name such as `Axis Liquid Fund - Direct Plan - Growth Option`. The plan and option are read from
 * the words at its end, in any order.
 */
export function readSchemeName(name: string): SchemeName {
  const hasNote = name.includes("(");
  const words = nameWords(hasNote ? name.replace(FORMER, " ") : name);
  const end = endOfOwnName(words);
  const form = words.slice(end);
  const [dividend = null, ...otherDividends] = meaningsOf(form, DIVIDENDS);
  const options = meaningsOf(form, OPTIONS);
  const plans = meaningsOf(form, PLANS);
  return {
    key: words.slice(0, end).join(""),
    formerKeys: hasNote
      ? [...name.matchAll(FORMER)].map(([, former = ""]) => keyOf(former)).filter((key) => key !== "")
      : [],
    // Prefers the direct plan where a fund's name contains both plans, because "regular" may belong to the name of a
    // scheme that has a direct plan.
    plan: plans.find((plan) => plan === "direct") ?? plans[0] ?? null,
    // Prefers any other option over "growth" in a fund's name, because a bonus option is named after the growth plan
    // that it belongs to.
    option: options.find((option) => option !== "growth") ?? options[0] ?? null,
    frequency: meaningsOf(form, FREQUENCIES).join(" "),
    dividend: otherDividends.length === 0 ? dividend : null,
  };
}

/** Returns the number of words of a fund's own name, before the words at its end that say its plan and its option. */
function endOfOwnName(words: readonly string[]): number {
  let end = words.length;
  while (end > 1 && OF_FORM.has(entryAt(words, end - 1))) end--;
  return end;
}

function keyOf(name: string): string {
  const words = nameWords(name);
  return words.slice(0, endOfOwnName(words)).join("");
}

/**
 * Returns the meanings of words in a fund's name (for example of plan or option), each once; unknown words are skipped.
 */
function meaningsOf<Meaning>(words: readonly string[], wording: Wording<Meaning>): readonly Meaning[] {
  const found = words.map((word) => wording[word]).filter((meaning) => meaning !== undefined);
  return found.filter((meaning, i) => found.indexOf(meaning) === i);
}

/** Returns a normalised fund house name without its legal form and general words such as `MUTUAL FUND` or `INDIA`. */
export function fundHouseKey(name: string): string {
  return nameWords(name).filter((word) => !HOUSE_ASIDE.has(word)).join("");
}

const HOUSE_ASIDE = new Set(
  "MUTUAL FUND ASSET MANAGEMENT AMC COMPANY CO LTD LIMITED PRIVATE PVT INDIA".split(" "),
);
