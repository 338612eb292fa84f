import type { FundDetails } from "../provider.ts";

/** Derives the plan and option of a mutual fund from its name; `regular` and `growth` where the name says nothing. */
export function fundByName(name: string): Pick<FundDetails, "plan" | "option"> {
  return {
    plan: /\bdirect\b/i.test(name) ? "direct" : "regular",
    option: /\b(idcw|dividend|payout|reinvest\w*)\b/i.test(name) ? "dividend" : "growth",
  };
}
