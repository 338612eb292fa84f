import { type RefusalCase, requests } from "./refusal_case.ts";

const ABSENT = "/classification-maps/map_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const VALID = { name: "Sectors", map: { "NSE:EXMANGO": "Food" } };

function assets(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`NSE:A${i}`, "Food"]));
}

const BODIES: Readonly<Record<string, unknown>> = {
  "a list": [VALID],
  "without a name": { map: VALID.map },
  "an empty name": { ...VALID, name: "" },
  "a name of 121 characters": { ...VALID, name: "n".repeat(121) },
  "a name with a control character": { ...VALID, name: "a\u0007" },
  "a name that turns the direction of text": { ...VALID, name: "\u202e" },
  "a description of 501 characters": { ...VALID, description: "d".repeat(501) },
  "without a map": { name: "Sectors" },
  "a map that is null": { ...VALID, map: null },
  "a map that is a list": { ...VALID, map: ["Food"] },
  "a map of nothing": { ...VALID, map: {} },
  "a map of 10,001 assets": { ...VALID, map: assets(10_001) },
  "a map of 20,000 assets": { ...VALID, map: assets(20_000) },
  "an asset without a name": { ...VALID, map: { "": "Food" } },
  "an asset of 121 characters": { ...VALID, map: { ["a".repeat(121)]: "Food" } },
  "an asset with a control character": { ...VALID, map: { "a\u0085": "Food" } },
  "an asset called __proto__": '{"name":"Sectors","map":{"__proto__":"Food"}}',
  "a group without a name": { ...VALID, map: { A: "" } },
  "a group of 121 characters": { ...VALID, map: { A: "g".repeat(121) } },
  "a group with a control character": { ...VALID, map: { A: "\u0085" } },
  "a group that is a number": { ...VALID, map: { A: 1 } },
  "a field near description": { ...VALID, descripton: "By trade" },
};

/**
 * Test cases of requests about classification maps that the service must refuse: saving and listing maps, and replacing
 * or deleting a map that does not exist.
 */
export const classificationMapRefusals: readonly RefusalCase[] = requests("classification map", {
  ...Object.fromEntries(
    Object.entries(BODIES).map(([what, body]) => [what, { to: "POST /classification-maps", body }]),
  ),
  "more than 1 MiB": { to: "POST /classification-maps", body: " ".repeat(1024 * 1024 + 1) },
  "a key that saves": { to: "POST /classification-maps", body: VALID, credential: "key" },
  "a key that lists": { to: "GET /classification-maps", credential: "reading key" },
  "nobody lists": { to: "GET /classification-maps", credential: "none" },
  "an unknown name in the query": { to: "GET /classification-maps?limit=1" },
  "a replacement of none": { to: `PUT ${ABSENT}`, body: VALID },
  "a replacement without a map": { to: `PUT ${ABSENT}`, body: { name: "Sectors" } },
  "a deletion of none": { to: `DELETE ${ABSENT}` },
  "an id of another kind": { to: "DELETE /classification-maps/run_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
});
