import { DATES, history, type RefusalCase, requests, runs } from "./refusal_case.ts";

const ABSENT = "upl_01K00000000000000000000000";

/** Test helper. Returns fields of a run with scenarios in place of prices. */
function inScenarios(scenarios: unknown): Readonly<Record<string, unknown>> {
  return { prices: undefined, scenarios };
}

/** Test cases of requests about uploads, and of runs that name one, that the service must refuse. */
export const uploadRefusals: readonly RefusalCase[] = [
  ...runs("an upload", {
    "that is absent": { prices: { upload: ABSENT } },
    "whose id is none": { prices: { upload: "../jobs" } },
    "whose id is a number": { prices: { upload: 7 } },
    "whose id is null": { prices: { upload: null } },
    "beside dates": { prices: { upload: ABSENT, dates: DATES } },
    "of returns that is absent": { prices: undefined, returns: { upload: ABSENT } },
    "of scenarios that is absent": inScenarios({ upload: ABSENT, probabilities: [0.5, 0.5] }),
    "of scenarios whose id is a number": inScenarios({ upload: 7, probabilities: [0.5, 0.5] }),
    "of scenarios beside a matrix": inScenarios({ upload: 7, matrix: [[0.1]] }),
    "of scenarios beside prices": { prices: history(), scenarios: { upload: 7 } },
  }),
  ...requests("uploads", {
    "an upload without a kind": { to: "POST /uploads", body: {} },
    "an upload of moments": { to: "POST /uploads", body: { kind: "moments" } },
    "an upload as a workbook": { to: "POST /uploads", body: { kind: "prices", format: "xlsx" } },
    "an upload of no byte": { to: "POST /uploads", body: { kind: "prices", bytes: 0 } },
    "an upload of more than 256 MiB": { to: "POST /uploads", body: { kind: "prices", bytes: 268_435_457 } },
    "an upload with an unknown field": { to: "POST /uploads", body: { kind: "prices", file: "date,A" } },
    "an upload by a key that only reads": { to: "POST /uploads", body: { kind: "prices" }, credential: "reading key" },
    "an upload that does not exist": { to: `GET /uploads/${ABSENT}` },
    "an upload to delete that does not exist": { to: `DELETE /uploads/${ABSENT}` },
    "a file for a link that nobody signed": { to: "PUT /uploads/content/e30.x", body: "date,A\n", credential: "none" },
  }),
];
