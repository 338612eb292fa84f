import assert from "node:assert/strict";
import { type Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { partOf, testInTurn } from "../support/tier.ts";
import { type SourceContent, sourceSettings, startSourceServer } from "../support/source_server.ts";

const CONTEXT = { signal: new AbortController().signal, now: () => new Date().toISOString() };
const RUN = { methods: ["equal_weight"], start_date: "2020-01-01", end_date: "2022-12-30" };

/**
 * Returns the sample market with a share that only the Bombay exchange lists, and an NSE share with the given symbol,
 * which can be renamed while its ISIN stays.
 */
function sources(letters: string): SourceContent {
  const content = sampleSources();
  const { chart, list } = content;
  const more: Readonly<Record<string, string>> = {
    nse: `\n${letters},Example Renamed,EQ,01-JAN-2015,10,1,INE998X01011,10`,
    bse: "\n991000,Example Bombay,EXBOMBAY,Example Bombay,Active,A ,10.00,INE997X01011,Lamps,Equity,",
  };
  return {
    ...content,
    list: (id) => `${list(id) ?? ""}${more[id] ?? ""}`,
    chart: (symbol) => chart(symbol === "EXBOMBAY.BO" ? "EXNEEM.NS" : symbol),
  };
}

function stocks(...names: readonly string[]): { stocks: { ticker: string; exchange: string }[] } {
  return {
    stocks: names.map((name) => {
      const [exchange, ticker] = name.split(":");
      return { ticker, exchange };
    }),
  };
}

function funds(...codes: readonly unknown[]): { funds: { scheme_code: unknown }[] } {
  return { funds: codes.map((scheme_code) => ({ scheme_code })) };
}

type Refused = readonly [body: Record<string, unknown>, pointer: string, sentence: string | RegExp];

const REFUSED: Readonly<Record<string, Refused>> = {
  "in lower case": [
    stocks("NSE:EXMANGO", "NSE:exlotus"),
    "/stocks/1/ticker",
    'Cannot find ticker "exlotus" on NSE, did you mean "EXLOTUS"?',
  ],
  "with the suffix of NSE": [
    stocks("NSE:EXLOTUS.NS"),
    "/stocks/0/ticker",
    'Cannot find ticker "EXLOTUS.NS" on NSE, did you mean "EXLOTUS"?',
  ],
  "with the suffix of BSE": [
    stocks("BSE:EXLOTUS.BO"),
    "/stocks/0/ticker",
    'Cannot find ticker "EXLOTUS.BO" on BSE, did you mean "EXLOTUS"?',
  ],
  "known on BSE alone": [
    stocks("NSE:EXBOMBAY"),
    "/stocks/0/ticker",
    'Cannot find ticker "EXBOMBAY" on NSE: it is listed on BSE',
  ],
  "renamed": [
    stocks("NSE:EXBEFORE"),
    "/stocks/0/ticker",
    'Cannot find ticker "EXBEFORE" on NSE: its symbol is now "EXAFTER"',
  ],
  "delisted before anybody kept its prices": [
    stocks("NSE:EXNOBODY"),
    "/stocks/0/ticker",
    /^Cannot find ticker "EXNOBODY" on NSE/,
  ],
  "of India beside one of the US": [
    stocks("NSE:EXLOTUS", "US:EXMAPLE"),
    "/stocks/1/exchange",
    "Cannot mix US with NSE: Indian and US stocks need separate runs",
  ],
  "by its letters and by its code": [
    stocks("BSE:EXBOMBAY", "BSE:991000"),
    "/stocks/1/ticker",
    'Cannot take "BSE:991000" twice',
  ],
  "of a fund whose code is a string": [funds("900001"), "/funds/0/scheme_code", /number/],
  "of a fund that there is not": [funds(999_999), "/funds/0/scheme_code", /^Cannot find scheme code "999999"/],
  "over a history that ends before it begins": [
    { ...stocks("NSE:EXLOTUS"), start_date: undefined, end_date: "1990-01-01" },
    "/end_date",
    /1990-01-01/,
  ],
  "from a day that no session has come after": [
    { ...stocks("NSE:EXLOTUS"), start_date: "2031-01-01", end_date: "2031-02-01" },
    "/start_date",
    /2031-01-01/,
  ],
};

/** Requested start or end dates of a run, each with the dates at which the run actually starts and ends. */
const DAYS: Readonly<Record<string, readonly [asked: Record<string, string>, start: string, end: string]>> = {
  "an exchange holiday": [{ end_date: "2021-01-26" }, "2020-01-01", "2021-01-25"],
  "a weekend": [{ end_date: "2022-01-02" }, "2020-01-01", "2021-12-31"],
  "a day to come": [{ end_date: "2090-01-01" }, "2020-01-01", "2024-12-31"],
  "a start before the first price": [{ start_date: "1900-01-01" }, "2015-01-01", "2022-12-30"],
};

interface ListedMarkets extends AsyncDisposable {
  readonly service: RunningService;
}

let started: Promise<ListedMarkets> | null = null;

// Switches Deno's checks for leaked operations and resources off, because the service outlives each test.
Deno.test.sanitizer({ ops: false, resources: false });
Deno.test.afterAll(async () => await (await started)?.[Symbol.asyncDispose]());

/** Returns a new person of the service of this file, which the first call starts. */
async function listedPerson(): Promise<Browser> {
  const { service } = await (started ??= listed());
  return await verifiedBrowser(service);
}

/** Starts a service on market data sources that renamed a share between two refreshes of their lists. */
async function listed(): Promise<ListedMarkets> {
  const server = startSourceServer(sources("EXBEFORE"));
  const service = await runService({ environment: sourceSettings(server) });
  const { refreshLists } = service.service.dependencies.marketData;
  await refreshLists?.("all", CONTEXT);
  server.content = sources("EXAFTER");
  await refreshLists?.("all", CONTEXT);
  return {
    service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

Deno.test(
  testInTurn(
    "an unlisted or wrongly used asset is refused at its pointer with a sentence that says what is wrong",
    async () => {
      const person = await listedPerson();
      for (const [what, [body, pointer, sentence]] of Object.entries(REFUSED)) {
        const { status, body: problem } = await person.send("POST", "/jobs", { body: { ...RUN, ...body } });
        assert.deepEqual([status, problem.code], [422, "validation_failed"], what);
        assert.equal(problem.errors[0].pointer, pointer, what);
        if (typeof sentence === "string") assert.equal(problem.errors[0].detail, sentence, what);
        else assert.match(problem.errors[0].detail, sentence, what);
      }
    },
  ),
);

Deno.test(
  testInTurn(
    "a share listed only in Bombay is accepted by its symbol and by its code, and its result names the code",
    async () => {
      const person = await listedPerson();
      for (const name of ["BSE:EXBOMBAY", "BSE:991000"]) {
        const runId = await succeeded(person, { ...RUN, ...stocks("NSE:EXLOTUS", name) });
        const { body: { data } } = await person.send("GET", `/jobs/${runId}/result`);
        assert.deepEqual(data.sources, { "NSE:EXLOTUS": "yahoo", "BSE:991000": "yahoo" });
      }
    },
  ),
);

Deno.test("a run that should end on a day without a session or start before any price states the days it covers", async () => {
  const person = await listedPerson();
  for (const [what, [asked, start, end]] of partOf(Object.entries(DAYS))) {
    const runId = await succeeded(person, { ...RUN, ...stocks("NSE:EXLOTUS", "NSE:EXMANGO"), ...asked });
    const { body: { data } } = await person.send("GET", `/jobs/${runId}/result`);
    assert.deepEqual([data.start_date, data.end_date], [start, end], what);
  }
});

Deno.test(
  testInTurn(
    "a trading session counts from the usual close of its exchange on, even if it closes early that day",
    async () => {
      await using server = startSourceServer(sampleSources());
      const timeFor = (instant: string): number => Date.parse(instant) - Date.now();
      // On this day the New York session ends at 13:00, three hours before the usual close.
      const clock = { aheadMs: timeFor("2024-11-29T18:30:00Z") };
      await using service = await runService({ environment: sourceSettings(server), clock });
      const email = newEmail();
      const person = await verifiedBrowser(service, email);
      const endOf = async (): Promise<string> => {
        const runId = await succeeded(person, {
          ...RUN,
          ...stocks("US:EXMAPLE", "US:EXFALCON"),
          end_date: "2024-11-29",
        });
        return (await person.send("GET", `/jobs/${runId}/result`)).body.data.end_date;
      };
      assert.equal(await endOf(), "2024-11-28");
      clock.aheadMs = timeFor("2024-11-29T21:00:30Z");
      await person.logIn(email);
      assert.equal(await endOf(), "2024-11-29");
    },
  ),
);
