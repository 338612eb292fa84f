import { DATES, type RefusalCase, requests, VALID_RUN, wholeRuns } from "./refusal_case.ts";

const VALID_TEXT = JSON.stringify(VALID_RUN);
const ABSENT = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/**
 * Test cases of requests that the service must refuse for faults outside the content of a run: faults of JSON, media
 * types, sizes, headers, queries, cursors, paths, ids, credentials, and new names of runs.
 */
export const frameRefusals: readonly RefusalCase[] = [
  ...wholeRuns("json", {
    "nothing": "",
    "a word": "hello",
    "a comma too many": '{"methods": ["equal_weight"],}',
    "single quotes": "{'methods': []}",
    "cut off": VALID_TEXT.slice(0, -1),
    "two values": "{} {}",
    "the number NaN": '{"seed": NaN}',
    "the number Infinity": '{"risk_free_rate": Infinity}',
    "the number -Infinity": '{"risk_free_rate": -Infinity}',
    "a price that overflows":
      '{"prices": {"dates": ["2024-01-01"], "series": {"A": [1e999]}}, "methods": ["equal_weight"]}',
    "a number with a leading zero": '{"seed": 007}',
    "a number that overflows": '{"methods": ["equal_weight"], "risk_free_rate": 1e999, "prices": null}',
    "a comment": '{"seed": 1 /* one */}',
    "bytes that are not UTF-8": new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    "lists nested 65 deep": `{"name": ${"[".repeat(64)}${"]".repeat(64)}}`,
    "objects nested 1,000 deep": '{"a":'.repeat(1_000) + "1" + "}".repeat(1_000),
    "lists nested 60 deep": `{"name": ${"[".repeat(59)}${"]".repeat(59)}}`,
    "a list of 10,002 items": { ...VALID_RUN, methods: Array(10_002).fill("equal_weight") },
    "an object of 10,002 names": {
      ...VALID_RUN,
      constraints: { linear: Object.fromEntries(Array.from({ length: 10_002 }, (_, i) => [`n${i}`, 1])) },
    },
    "more than 250,000 values": { ...VALID_RUN, constraints: { linear: Array(30).fill(Array(10_000).fill("")) } },
  }),
  ...requests("body", {
    "of 16 MiB and one byte": { to: "POST /jobs", body: new Uint8Array(16 * 1024 * 1024 + 1).fill(0x20) },
    "of 64 KiB and one byte where it is small": {
      to: "POST /runs/{run}/monte_carlo",
      body: JSON.stringify({ name: "n".repeat(70_000) }),
    },
    "of another type": { to: "POST /jobs", body: VALID_TEXT, headers: { "content-type": "text/csv" } },
    "of another charset": {
      to: "POST /jobs",
      body: VALID_TEXT,
      headers: { "content-type": "application/json; charset=latin1" },
    },
    "compressed": { to: "POST /jobs", body: VALID_TEXT, headers: { "content-encoding": "gzip" } },
    "where none is taken": { to: "POST /jobs/{run}/cancel", body: { force: true } },
  }),
  ...requests("idempotency key", {
    "empty": { to: "POST /jobs", body: VALID_RUN, headers: { "idempotency-key": "" } },
    "of 256 characters": { to: "POST /jobs", body: VALID_RUN, headers: { "idempotency-key": "k".repeat(256) } },
    "of another body": {
      to: "POST /jobs",
      body: { ...VALID_RUN, name: "Another" },
      headers: { "idempotency-key": "used" },
    },
    "of 256 characters for a simulation": {
      to: "POST /runs/{run}/monte_carlo",
      body: {},
      headers: { "idempotency-key": "k".repeat(256) },
    },
    "empty for a backtest": { to: "POST /runs/{run}/backtest", body: {}, headers: { "idempotency-key": "" } },
  }),
  ...requests("query", {
    "a limit of 0": { to: "GET /jobs/history?limit=0" },
    "a limit of 101": { to: "GET /jobs/history?limit=101" },
    "a limit of words": { to: "GET /jobs/history?limit=ten" },
    "a limit twice": { to: "GET /jobs/history?limit=1&limit=2" },
    "an unknown field": { to: "GET /jobs/history?page=2" },
    "a field near market": { to: "GET /jobs/history?markets=IN" },
    "a market that is none": { to: "GET /jobs/history?market=UK" },
    "a status near a known one": { to: "GET /jobs/history?status=succeded" },
    "a mode that is none": { to: "GET /jobs/history?mode=trade" },
    "a family that is none": { to: "GET /jobs/history?constraints=weight_bound" },
    "a search for nothing": { to: "GET /jobs/history?search=" },
    "a tag of odd characters": { to: "GET /jobs/history?tag=a%2Fb" },
    "four faults": { to: "GET /jobs/history?limit=x&market=y&mode=z&colour=red" },
    "a text with NUL": { to: "GET /jobs/history?search=a%00b" },
    "the name of a prototype": { to: "GET /jobs/history?__proto__=1" },
    "a field of POST /jobs": { to: "POST /jobs?dry_run=true", body: VALID_RUN },
    "a field where none is taken": { to: "GET /jobs/{run}?fields=name" },
    "a limit of simulations": { to: "GET /mc?limit=0" },
    "a limit of backtests": { to: "GET /backtests?limit=1.5" },
    "a limit of the simulations of a run": { to: "GET /runs/{run}/monte_carlo?limit=-1" },
  }),
  ...requests("cursor", {
    "a word": { to: "GET /jobs/history?cursor=next" },
    "empty": { to: "GET /jobs/history?cursor=" },
    "signed by nobody": { to: "GET /jobs/history?cursor=YWJj.YWJj" },
    "of 1,025 characters": { to: `GET /jobs/history?cursor=${"c".repeat(1_025)}` },
    "of jobs in flight": { to: "GET /jobs/active?cursor=YWJj.YWJj" },
    "of simulations": { to: "GET /mc?cursor=YWJj.YWJj" },
    "of backtests": { to: "GET /backtests?cursor=YWJj.YWJj" },
    "of the backtests of a run": { to: "GET /runs/{run}/backtests?cursor=YWJj.YWJj" },
  }),
  ...requests("paths", {
    "a path that is none": { to: "GET /portfolios" },
    "a method that is not taken": { to: "PUT /jobs/{run}", body: {} },
    "a run that is not there": { to: `GET /jobs/run_${ABSENT}` },
    "an id that is none": { to: "GET /jobs/42" },
    "a result that is not there": { to: `GET /jobs/run_${ABSENT}/result` },
    "a simulation that is not there": { to: `GET /mc/mc_${ABSENT}` },
    "a simulation by the id of a run": { to: "GET /mc/{run}" },
    "a backtest that is not there": { to: `GET /backtests/bt_${ABSENT}` },
    "the result of a run that failed": { to: "GET /jobs/{failed}/result" },
    "the backtest of a run without one": { to: "GET /jobs/{run}/rolling_backtest" },
    "a cancel of a run that has ended": { to: "POST /jobs/{run}/cancel" },
    "a link that nobody signed": { to: "GET /downloads/abc" },
  }),
  ...requests("rename", {
    "without a name": { to: "PATCH /jobs/{run}", body: {} },
    "an empty name": { to: "PATCH /jobs/{run}", body: { name: "" } },
    "a field near name": { to: "PATCH /jobs/{run}", body: { nam: "x" } },
    "an unknown field beside a wrong name": { to: "PATCH /jobs/{run}", body: { name: 1, tags: [] } },
    "a list": { to: "PATCH /jobs/{run}", body: [] },
  }),
  ...requests("credentials", {
    "none": { to: "POST /jobs", body: VALID_RUN, credential: "none" },
    "none, with a body that is no JSON": { to: "POST /jobs", body: "{", credential: "none" },
    "a token that is none": {
      to: "POST /jobs",
      body: VALID_RUN,
      headers: { authorization: "Bearer abc.def.ghi" },
    },
    "a scheme that is none": { to: "GET /jobs/history", headers: { authorization: "Basic YTpi" } },
    "a key that is none": { to: "GET /jobs/history", headers: { "x-api-key": "nobody" }, credential: "none" },
    "a key without the scope": { to: "POST /jobs", body: VALID_RUN, credential: "reading key" },
    "a key where a person is needed": { to: "GET /users/me", credential: "key" },
    "a key, for a chained simulation": {
      to: "POST /jobs",
      body: { ...VALID_RUN, monte_carlo: { paths: 10 } },
      credential: "key",
    },
    "a key, for a chained simulation that is null": {
      to: "POST /jobs",
      body: { prices: { dates: DATES, series: {} }, methods: [], monte_carlo: null },
      credential: "key",
    },
  }),
];
