/** A statement that is not read, and the column names by which it is recognised. */
export interface OtherStatement {
  readonly header: readonly string[];
  /** What it is, for the error message. */
  readonly what: string;
}

/**
 * Column names by which statements of other brokerages and other exports of the same ones are recognised, only to name
 * them in the error message.
 */
const OTHER_STATEMENTS: readonly OtherStatement[] = [
  { header: ["scrip/contract", "company name", "isin", "avg trading price"], what: "an Angel One statement" },
  { header: ["company name", "isin", "total quantity", "avg trading price"], what: "an Angel One statement" },
  {
    header: ["stock symbol", "company name", "isin code", "action", "transaction price"],
    what: "a list of transactions of ICICI Direct",
  },
  { header: ["stock symbol", "company name", "isin code"], what: "an ICICI Direct statement without a portfolio" },
  { header: ["trading symbol", "isin", "exchange", "total qty"], what: "a Dhan statement" },
  { header: ["scrip name", "symbol", "isin", "exchange", "ltp"], what: "an Upstox statement" },
  { header: ["instrument", "exchange", "qty", "avg cost", "ltp"], what: "an Upstox statement" },
  { header: ["stock symbol / scrip code", "company name", "isin"], what: "an HDFC Securities statement" },
  { header: ["company", "quantity", "avg price", "total investment"], what: "a 5paisa statement" },
  { header: ["stock name", "isin", "quantity", "average buy price", "buy value"], what: "an INDmoney statement" },
];

/** Returns the other statement whose column names all are among normalised texts; null where there is none. */
export function otherStatementOf(words: readonly string[]): OtherStatement | null {
  return OTHER_STATEMENTS.find(({ header }) => header.every((word) => words.includes(word))) ?? null;
}
