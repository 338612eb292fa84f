import { type RefusalCase, requests } from "./refusal_case.ts";

const ROOT = "/analytics/comparisons";
const ABSENT = `${ROOT}/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV`;
const GONE = Array.from({ length: 21 }, (_, i) => `run_01ARZ3NDEKTSV4RRFFQ69G5F${10 + i}`);
const VALID = { name: "Both", run_ids: GONE.slice(0, 2) };

const BODIES: Readonly<Record<string, unknown>> = {
  "a list": [VALID],
  "without a name": { run_ids: VALID.run_ids },
  "an empty name": { ...VALID, name: "" },
  "a blank name": { ...VALID, name: " " },
  "a name of 101 characters": { ...VALID, name: "n".repeat(101) },
  "a name of 101 emoji": { ...VALID, name: "\u{1F989}".repeat(101) },
  "a name of 201 characters": { ...VALID, name: "n".repeat(201) },
  "a name with a control character": { ...VALID, name: "a\u0007" },
  "a name that turns the direction of text": { ...VALID, name: "\u202e" },
  "a name with half a surrogate pair": '{"name":"\\ud83e","run_ids":[]}',
  "without runs": { name: "Both" },
  "runs that are null": { ...VALID, run_ids: null },
  "a run that is a number": { ...VALID, run_ids: [1, GONE[0]] },
  "one run": { ...VALID, run_ids: GONE.slice(0, 1) },
  "21 runs": { ...VALID, run_ids: GONE },
  "a run twice": { ...VALID, run_ids: [GONE[0], GONE[1], GONE[0]] },
  "a field near run_ids": { ...VALID, runs_ids: [] },
  "runs that there are not": VALID,
  "runs of ids that are none": { ...VALID, run_ids: ["a", "b"] },
};

/**
 * Test cases of requests about saved comparisons of runs that the service must refuse: saving and listing comparisons,
 * and every request about a comparison that does not exist.
 */
export const comparisonRefusals: readonly RefusalCase[] = requests("comparison", {
  ...Object.fromEntries(Object.entries(BODIES).map(([what, body]) => [what, { to: `POST ${ROOT}`, body }])),
  "a key that saves": { to: `POST ${ROOT}`, body: VALID, credential: "key" },
  "a key that lists": { to: `GET ${ROOT}`, credential: "reading key" },
  "nobody lists": { to: `GET ${ROOT}`, credential: "none" },
  "an unknown name in the query": { to: `GET ${ROOT}?limit=1` },
  "one that there is not": { to: `GET ${ABSENT}` },
  "a change of none": { to: `PATCH ${ABSENT}`, body: { name: "New" } },
  "a change of none with one run": { to: `PATCH ${ABSENT}`, body: { run_ids: [GONE[0]] } },
  "a deletion of none": { to: `DELETE ${ABSENT}` },
  "a surface of none": { to: `GET ${ABSENT}/surface` },
  "a surface of pages of 0": { to: `GET ${ABSENT}/surface?page_size=0` },
  "a surface of pages of 11": { to: `GET ${ABSENT}/surface?page_size=11` },
  "a surface with limit": { to: `GET ${ABSENT}/surface?limit=5` },
  "a surface with 10 KB of methods": { to: `GET ${ABSENT}/surface?curve_methods=${"m".repeat(10_240)}` },
  "an id of another kind": { to: `GET ${ROOT}/run_01ARZ3NDEKTSV4RRFFQ69G5FAV` },
});
