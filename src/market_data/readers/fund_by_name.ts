import type { FundDetails } from "../provider.ts";

/** The plan and the option of a scheme by its name; what the name does not say is regular, and growth. */
export function fundByName(name: string): Pick<FundDetails, "plan" | "option"> {
  return {
    plan: /\bdirect\b/i.test(name) ? "direct" : "regular",
    option: /\b(idcw|dividend|payout|reinvest\w*)\b/i.test(name) ? "dividend" : "growth",
  };
}
