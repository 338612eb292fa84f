import { type RefusalCase, requests } from "./refusal_case.ts";

const ABSENT = "/templates/tpl_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const RUN = "/runs/run_01ARZ3NDEKTSV4RRFFQ69G5FAV";

const BODIES: Readonly<Record<string, unknown>> = {
  "a list": [],
  "without a name": { request: {} },
  "a name of 101 characters": { name: "n".repeat(101), request: {} },
  "a name with a control character": { name: "a\u0007", request: {} },
  "without a request": { name: "Core" },
  "a request that is null": { name: "Core", request: null },
  "a request that is a list": { name: "Core", request: [] },
  "an unknown method": { name: "Core", request: { methods: ["min_variance"] } },
  "a wrong parameter": { name: "Core", request: { methods: [{ method: "min_cvar", confidence: 1.5 }] } },
  "a field near methods": { name: "Core", request: { metods: [] } },
  "a field near request": { name: "Core", requests: {} },
};

/** Test cases of requests that the service must refuse, about templates, tags and connector grants. */
export const templateRefusals: readonly RefusalCase[] = requests("template", {
  ...Object.fromEntries(Object.entries(BODIES).map(([what, body]) => [what, { to: "POST /templates", body }])),
  "more than 64 KiB": { to: "POST /templates", body: " ".repeat(64 * 1024 + 1) },
  "a key that saves": { to: "POST /templates", body: { name: "Core", request: {} }, credential: "key" },
  "nobody lists": { to: "GET /templates", credential: "none" },
  "a renaming of none": { to: `PATCH ${ABSENT}`, body: { name: "Core" } },
  "a renaming without a name": { to: `PATCH ${ABSENT}`, body: {} },
  "a deletion of none": { to: `DELETE ${ABSENT}` },
  "a tag with a comma": { to: `POST ${RUN}/tags`, body: { tag: "a,b" } },
  "a tag of no run": { to: `POST ${RUN}/tags`, body: { tag: "core" } },
  "a tag of a simulation": { to: "POST /runs/mc_01ARZ3NDEKTSV4RRFFQ69G5FAV/tags", body: { tag: "core" } },
  "a tag removed from no run": { to: `DELETE ${RUN}/tags/core` },
  "a key that tags": { to: `POST ${RUN}/tags`, body: { tag: "core" }, credential: "key" },
  "a grant of no connector": { to: "DELETE /users/me/mcp-grants" },
  "a grant of a connector of 2,049 characters": { to: `DELETE /users/me/mcp-grants?client_id=${"c".repeat(2_049)}` },
});
