import { type RefusalCase, requests } from "./refusal_case.ts";

const ROOT = "/analytics";
const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** Test cases of requests that the service must refuse: about the dashboard, and about insights that do not exist. */
export const dashboardRefusals: readonly RefusalCase[] = requests("dashboard", {
  "a key that looks": { to: `GET ${ROOT}/dashboard`, credential: "reading key" },
  "nobody looks": { to: `GET ${ROOT}/dashboard`, credential: "none" },
  "an unknown name in the query": { to: `GET ${ROOT}/dashboard?days=7` },
  "a key that refreshes": { to: `POST ${ROOT}/refresh-stats`, credential: "key" },
  "a refresh with a body": { to: `POST ${ROOT}/refresh-stats`, body: { full: true } },
  "a key that dismisses": { to: `POST ${ROOT}/insights/ins_${ULID}/dismiss`, credential: "key" },
  "an insight that there is not": { to: `POST ${ROOT}/insights/ins_${ULID}/dismiss` },
  "an insight of a kind that there is not": { to: `POST ${ROOT}/insights/ins_Z1ARZ3NDEKTSV4RRFFQ69G5FAV/dismiss` },
  "an insight by the id of a run": { to: `POST ${ROOT}/insights/run_${ULID}/dismiss` },
});
