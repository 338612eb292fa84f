/** Words that say what a company is in law, or that are left out as often as not. */
const ASIDE: ReadonlySet<string> = new Set([
  "LTD",
  "LIMITED",
  "LTD.",
  "LIMTED",
  "PVT",
  "PRIVATE",
  "PUBLIC",
  "INC",
  "PLC",
  "THE",
]);
const WRITTEN_OUT: Readonly<Record<string, string>> = { CO: "COMPANY", CORP: "CORPORATION", "&": "AND" };

/** The name of a company by which two ways of writing it are one. */
export function companyKey(name: string): string {
  const words = name.normalize("NFKC").toUpperCase().replaceAll("&", " & ").split(/[^\p{L}\p{N}&]+/u);
  return words.filter((word) => word !== "" && !ASIDE.has(word)).map((word) => WRITTEN_OUT[word] ?? word).join(" ");
}
