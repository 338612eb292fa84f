import { nameWords } from "./name_words.ts";

/** Words that are left out of a normalised company name: legal forms and the article. */
const ASIDE = new Set(["LTD", "LIMITED", "LIMTED", "PVT", "PRIVATE", "PUBLIC", "INC", "PLC", "THE"]);
const WRITTEN_OUT = new Map([["CO", "COMPANY"], ["CORP", "CORPORATION"]]);

/** Returns a normalised company name, so that different spellings of the same name are equal. */
export function companyKey(name: string): string {
  let key = "";
  for (const word of nameWords(name)) if (!ASIDE.has(word)) key += ` ${WRITTEN_OUT.get(word) ?? word}`;
  return key;
}
