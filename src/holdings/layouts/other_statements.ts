/**
 * Column names by which statements of other brokerages are recognised, only to name the brokerage in the error message.
 */
export const OTHER_STATEMENTS: readonly { readonly header: readonly string[]; readonly what: string }[] = [
  { header: ["scrip/contract", "company name", "isin", "avg trading price"], what: "an Angel One statement" },
  { header: ["company name", "isin", "total quantity", "avg trading price"], what: "an Angel One statement" },
  { header: ["stock symbol", "company name", "isin code"], what: "an ICICI Direct statement" },
  { header: ["instrument", "qty", "avg cost", "ltp"], what: "a list of holdings of Zerodha Kite" },
  { header: ["trading symbol", "isin", "exchange", "total qty"], what: "a Dhan statement" },
  { header: ["scrip name", "symbol", "isin", "exchange", "ltp"], what: "an Upstox statement" },
  { header: ["stock symbol / scrip code", "company name", "isin"], what: "an HDFC Securities statement" },
  { header: ["company", "quantity", "avg price", "total investment"], what: "a 5paisa statement" },
  { header: ["stock name", "isin", "quantity", "average buy price", "buy value"], what: "an INDmoney statement" },
];
