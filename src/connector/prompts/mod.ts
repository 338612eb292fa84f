import { z } from "zod";

/** A walk that a person can begin with one choice: its arguments, and what it asks the assistant to do. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  readonly text: (value: string) => string;
}

const CLOSE =
  "Quote every figure as the tools give it, say what the certificate proves and what it does not, tell the doubts about the " +
  "data, and end with the link. This is no advice to buy or sell.";

/** List of the prompts, in the order in which clients see them. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: "first_portfolio",
    title: "A first portfolio",
    description: "From a few names to proven weights",
    argument: { name: "names", description: "Names of shares or funds, or a theme" },
    text: (names) =>
      `Build a first portfolio of: ${names}. Find the ids with search_assets and ask me where a name is not clear. Ask for my limit ` +
      "for one holding. Then submit_run with min_cvar, hrp and equal_weight under the same limit, and get_result. " +
      `Compare the three in a table and explain the differences in plain words. ${CLOSE}`,
  },
  {
    name: "rebalance",
    title: "Rebalance what I hold",
    description: "From present holdings to few and small trades",
    argument: { name: "holdings", description: "Holdings with weights or amounts" },
    text: (holdings) =>
      `I hold: ${holdings}. Find the ids, turn amounts into weights that sum to 1 and show them to me first. Then submit_run with ` +
      'starting_portfolio, the method min_volatility and {"turnover": {"max": 0.2}} in the constraints, and put the ' +
      "weights of get_result beside those that I hold, largest difference first. A difference is the only figure that you " +
      `compute. Tell what it changes in risk by the metrics of the tools. ${CLOSE}`,
  },
  {
    name: "why_infeasible",
    title: "Why is this infeasible?",
    description: "From rules that conflict to the smallest change",
    argument: { name: "rules", description: "The id of a failed run, or rules in words" },
    text: (rules) =>
      `Find out why this cannot be met: ${rules}. With the id of a run use get_run; else turn the words into constraints, show them to ` +
      "me, and use check_rules, or submit_run where the plan has no check_rules: its refusal names the rules too. Name the rules that conflict, the smallest change of each that would resolve it, and ask me which I " +
      `prefer before anything is submitted. ${CLOSE}`,
  },
];

/** Schema of the argument of every prompt. */
export const promptArgument = z.string().max(4_000);
