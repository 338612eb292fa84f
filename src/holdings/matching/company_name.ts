import { nameWords } from "./name_words.ts";

/** Words that say what a company is in law, or that are left out as often as not. */
const ASIDE = new Set(["LTD", "LIMITED", "LIMTED", "PVT", "PRIVATE", "PUBLIC", "INC", "PLC", "THE"]);
const WRITTEN_OUT = new Map([["CO", "COMPANY"], ["CORP", "CORPORATION"]]);

/** The name of a company by which two ways of writing it are one. */
export function companyKey(name: string): string {
  let key = "";
  for (const word of nameWords(name)) if (!ASIDE.has(word)) key += ` ${WRITTEN_OUT.get(word) ?? word}`;
  return key;
}
