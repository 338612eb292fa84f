/** Words of the field as the console uses them, with what they mean, in the same order. */
export interface Words {
  readonly words: string;
  readonly meaning: string;
}

/**
 * Words that stand in the console and that no list of the service defines. They are lines of the glossary of
 * `docs/architecture.md`, to which a test holds them.
 */
export const WORDS: readonly Words[] = [
  { words: "benchmark", meaning: "the index, asset or portfolio with which a run is compared" },
  {
    words: "binding, slack",
    meaning: "whether the answer lies at the rule's limit; the distance to that limit",
  },
  { words: "budget, gross exposure", meaning: "the sum of weights; the sum of their absolute values" },
  {
    words: "certificate, verdict",
    meaning: "the numbers that prove an answer; `optimal`, `infeasible`, `unbounded` or `not_proven`",
  },
  {
    words: "classification map, group",
    meaning: "the group of each asset, saved under a name; the assets with one group name",
  },
  {
    words: "constraint family, rule",
    meaning: "a kind of constraint, for example `turnover`; one constraint of a request",
  },
  { words: "corner portfolio", meaning: "a point of the efficient frontier at which an asset enters or leaves" },
  { words: "drawdown", meaning: "the loss since the highest value so far, a positive fraction" },
  { words: "efficient frontier", meaning: "the portfolios with the least risk for each return" },
  { words: "excess return", meaning: "a return above the risk-free rate" },
  { words: "feasible", meaning: "some weights keep every rule" },
  {
    words: "measure, method, objective",
    meaning: "a number for risk or performance; a way to choose weights; the number that a method optimises",
  },
  { words: "observation", meaning: "the returns of one period" },
  {
    words: "path, horizon, seed",
    meaning: "one simulated future; its number of periods; the number that fixes all random draws",
  },
  { words: "preflight", meaning: "a check of rules before a run" },
  {
    words: "price series, simple return",
    meaning: "the prices of one asset by date; the price divided by the previous price, minus 1",
  },
  { words: "shadow price", meaning: "the derivative of the objective with respect to a rule's limit" },
  {
    words: "starting portfolio, holding, weight",
    meaning: "the weights before a run; a position in an asset; the asset's share of the portfolio",
  },
  {
    words: "train window, rebalance, walk-forward",
    meaning:
      "the returns from which a backtest computes weights; a change to new weights; a backtest over successive windows",
  },
  { words: "turnover", meaning: "half the sum of the absolute changes of weights" },
];
