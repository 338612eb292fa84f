import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { accountIdOf } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { equitySheet, FIRST_ROW, growwFundSheet } from "../support/statement_sheets.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { partOf, problemCount, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { workbookFile } from "../support/workbook_file.ts";

// The tested service has no workers, so submitted runs stay queued.
const service = await sharedService(QUEUED);
const person = await verifiedBrowser(service);

const MIB = 1024 * 1024;
/** What the columns of the sheet "Equity" of Zerodha Console are read as. */
const COLUMNS_OF_EQUITY = ([
  ["B", "Symbol", "symbol", "symbol"],
  ["C", "ISIN", "isin", "isin"],
  ["E", "Quantity Available", "quantity", "quantity available"],
  ["H", "Quantity Pledged (Margin)", "pledged_quantity", "quantity pledged (margin)"],
  ["I", "Quantity Pledged (Loan)", "pledged_quantity", "quantity pledged (loan)"],
  ["K", "Previous Closing Price", "price", "previous closing price"],
] as const).map(([column, header, meaning, word]) => ({
  sheet: null,
  column,
  header,
  meaning,
  known_by: "header",
  detail: `The column ${column} "${header}" is taken for "${word}", by its header`,
}));
const LINES = workbookFile([equitySheet([{ symbol: "EXMANGO" }, { symbol: "EXLOTUS" }])]);

Deno.test(testInTurn(
  "shares in a Zerodha Console workbook are matched to listings, and the result is accepted by POST /jobs",
  async () => {
    const file = workbookFile([equitySheet([
      { symbol: "EXMANGO", quantity: 6, pledged: 4, price: 100, longTerm: 6, discrepant: 3 },
      { symbol: "EXLOTUS-BE", quantity: "1,000", price: "₹ 3.00" },
      { symbol: "EXNOWHERE", isin: "INE000Z01010" },
    ])]);
    const { status, body } = await imported(person, file);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body, {
      brokerage: "zerodha",
      stocks: {
        assets: [{ ticker: "EXMANGO", exchange: "NSE" }, { ticker: "EXLOTUS", exchange: "NSE" }],
        starting_portfolio: { "NSE:EXMANGO": 0.25, "NSE:EXLOTUS": 0.75 },
        positions: [
          {
            asset: "NSE:EXMANGO",
            name: "Example Mango Foods Ltd",
            isin: null,
            quantity: 10,
            price: 100,
            market_value: 1_000,
            weight: 0.25,
          },
          {
            asset: "NSE:EXLOTUS",
            name: "Example Lotus Bank Ltd",
            isin: null,
            quantity: 1_000,
            price: 3,
            market_value: 3_000,
            weight: 0.75,
          },
        ],
        market_value: 4_000,
      },
      funds: { assets: [], starting_portfolio: {}, positions: [], market_value: 0 },
      unresolved: [{
        row: FIRST_ROW + 2,
        name: "EXNOWHERE",
        isin: "INE000Z01010",
        reason: 'no listed share has the ISIN INE000Z01010 or the symbol "EXNOWHERE"',
      }],
      read_as: COLUMNS_OF_EQUITY,
    });
    const { assets: stocks, starting_portfolio } = body.stocks;
    const constraints = { turnover: { max: 0.2 } };
    const run = await person.send("POST", "/jobs", {
      body: { stocks, starting_portfolio, methods: ["min_volatility"], constraints },
    });
    assert.equal(run.status, 202, JSON.stringify(run.body));
  },
));

Deno.test(testInTurn(
  "funds in a Groww statement are matched by fund house and name, and the result is accepted by POST /jobs",
  async () => {
    const { status, body } = await imported(
      person,
      workbookFile([growwFundSheet([
        { name: "Example Lotus Large Cap Fund Direct Growth", amc: "Example Lotus Mutual Fund", units: 3 },
        { name: "Example Banyan Corporate Bond Fund Direct Growth", amc: "Example Banyan Mutual Fund", units: 1 },
        { name: "Example Lotus Large Cap Fund Regular Growth", amc: "Example Lotus Mutual Fund", units: 1 },
      ])]),
    );
    assert.equal(status, 200, JSON.stringify(body));
    const { assets: funds, starting_portfolio, market_value } = body.funds;
    assert.deepEqual([body.brokerage, funds, starting_portfolio, market_value], [
      "groww",
      [{ scheme_code: 900001 }, { scheme_code: 900009 }],
      { "MF:900001": 0.75, "MF:900009": 0.25 },
      40,
    ]);
    assert.deepEqual(body.stocks, { assets: [], starting_portfolio: {}, positions: [], market_value: 0 });
    assert.deepEqual(body.unresolved.map(({ row }: { row: number }) => row), [6]);
    const run = { funds, starting_portfolio, methods: ["min_volatility"] };
    assert.equal((await person.send("POST", "/jobs", { body: run })).status, 202);
  },
));

Deno.test(
  testInTurn("an import leaves nothing of the holdings in the store of the service or in its folder", async () => {
    // This person has no runs, so that the service does not write figures of a dashboard during the test.
    const newcomer = await verifiedBrowser(service);
    const accountId = await accountIdOf(service, newcomer);
    const kv = await service.openKv();
    // The counts of requests get a new key in each minute.
    const keysOfAccount = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of kv.list({ prefix: [] })) {
        if (key[0] !== "rate_limits" && key.includes(accountId)) found.push(JSON.stringify(key));
      }
      return found;
    };
    const isMailed = async (): Promise<boolean> => (await keysOfAccount()).every((key) => !key.includes("mails"));
    await until(isMailed, "the mails of the person to have left");
    const [keys, files] = [await keysOfAccount(), filesIn(service.dataDir)];
    const { status, body } = await imported(newcomer, workbookFile([equitySheet([{ symbol: "EXUNHEARDOF" }])]));
    assert.deepEqual([status, body.unresolved[0].name], [200, "EXUNHEARDOF"]);
    const added = (await keysOfAccount()).filter((key) => !keys.includes(key));
    assert.deepEqual(added, []);
    assert.deepEqual(filesIn(service.dataDir), files);
    for (const path of files) {
      assert.ok(!new TextDecoder("latin1").decode(await Deno.readFile(path)).includes("EXUNHEARDOF"), path);
    }
    assert.ok(!(await service.storedText()).includes("EXUNHEARDOF"));
    await kv.close();
  }),
);

Deno.test("a holdings workbook with a header and no lines is an empty portfolio", async () => {
  const { status, body } = await imported(person, workbookFile([equitySheet([])]));
  const nothing = { assets: [], starting_portfolio: {}, positions: [], market_value: 0 };
  assert.deepEqual([status, body], [200, {
    brokerage: "zerodha",
    stocks: nothing,
    funds: nothing,
    unresolved: [],
    read_as: COLUMNS_OF_EQUITY,
  }]);
});

Deno.test(
  testInTurn("a CSV file is imported as a workbook is, and says how each of its columns was known", async () => {
    const lines = [
      "Stock Name,Kennung,,Average buy price,Buy value,Closing price,Closing value,Unrealised P&L",
      "Example Mango Foods Ltd,INE000A01011,30,100,3000,120,3600,600",
      "Example Lotus Bank Ltd,,1200,5,6000,5.5,6600,600",
    ];
    const { status, body } = await imported(person, new TextEncoder().encode(lines.join("\r\n")));
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.brokerage, "groww");
    assert.deepEqual(body.stocks.assets.map(({ ticker }: { ticker: string }) => ticker), ["EXMANGO", "EXLOTUS"]);
    assert.equal(body.stocks.market_value, 10_200);
    assert.deepEqual(
      body.read_as.map(({ column, header, meaning, known_by }: Record<string, unknown>) => [
        column,
        header,
        meaning,
        known_by,
      ]),
      [
        ["A", "Stock Name", "name", "header"],
        ["B", "Kennung", "isin", "form"],
        ["C", null, "quantity", "figures"],
        ["F", "Closing price", "price", "header"],
      ],
    );
  }),
);

Deno.test("a PDF document and a CSV file whose columns are not known are refused with the reason", async () => {
  const files: readonly (readonly [string, RegExp])[] = [
    ["%PDF-1.7\n%\u00e2", /^Cannot read the file: it is a PDF document; .* is needed$/],
    [
      "Stock Name,ISIN,Menge,Average buy price,,Closing price\nA,INE000A01011,1,2,3,4\n",
      /^Cannot read the file: its column F "Closing price" may not be the price, because no figures confirm it \(.*\); name the column/,
    ],
    ['Stock Name,ISIN\n"A,INE000A01011\n', /^Cannot read the file: a quote in it.* never closes; download it again$/],
  ];
  for (const [content, sentence] of partOf(files)) {
    const { status, body } = await imported(person, new TextEncoder().encode(content));
    assert.deepEqual([status, body.code], [400, "HOLDINGS_FILE_UNREADABLE"]);
    assert.match(body.detail, sentence);
  }
});

Deno.test(testInTurn(
  "content that is not valid base64 is unreadable, whether short or long, and line breaks in base64 are ignored",
  async () => {
    const plain = LINES.toBase64();
    assert.ok(plain.length < 60_000);
    const broken = plain.replace(/.{76}/g, "$&\r\n");
    assert.equal((await sent({ content_base64: broken })).status, 200);
    const none = "the content is not base64; send the bytes of the file as base64";
    const padded = "the content is base64 padded wrongly; end it with = up to a multiple of four characters";
    const forms: readonly (readonly [string, string])[] = [
      ["", "it is empty; download it again"],
      ["!!!!", none],
      ["\u00e9A==", none],
      [`${plain.slice(0, -4)}QQ`, padded],
      [`${plain.slice(0, -4)}QQ===`, padded],
      ["_-8=", "the content is base64 in its form for URLs; send it with + and / in place of - and _"],
      [
        `data:application/octet-stream;base64,${plain}`,
        "the content begins with data:, send only the part after the comma",
      ],
      ["!".repeat(100_000), none],
    ];
    for (const [content_base64, why] of partOf(forms)) {
      const { status, body } = await sent({ content_base64 });
      const expected = [400, "HOLDINGS_FILE_UNREADABLE", `Cannot read the file: ${why}`];
      assert.deepEqual([status, body.code, body.detail], expected, content_base64.slice(0, 40));
    }
  },
));

Deno.test(testInTurn(
  "a holdings import without valid content or with other fields is refused at its pointers, small or large",
  async () => {
    for (const large of [{}, { large: "x".repeat(100_000) }]) {
      const { status, body } = await sent({ content_base64: 5, ...large });
      const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
      assert.deepEqual([status, pointers], [422, ["/content_base64", ...Object.keys(large).map((name) => `/${name}`)]]);
      assert.equal((await sent(large)).status, 422);
    }
    const cut = await person.send("POST", "/holdings/import", { body: `{"content_base64":"${"A".repeat(100_000)}` });
    assert.deepEqual([cut.status, cut.body.code], [400, "malformed_json"]);
  },
));

Deno.test(testInTurn(
  "a workbook of 5 MiB is parsed, and a larger one or a body of over 7 MiB is 413 body_too_large",
  async () => {
    const file = new Uint8Array(5 * MIB + 1).fill(7);
    const looked = await imported(person, file.subarray(1));
    assert.deepEqual([looked.status, looked.body.code], [400, "HOLDINGS_FILE_UNREADABLE"]);
    const beyond = await imported(person, file);
    assert.deepEqual([beyond.status, beyond.body.code, beyond.body.detail], [
      413,
      "body_too_large",
      "Cannot take a workbook of 5242881 bytes: at most 5242880 are accepted",
    ]);
    const body = await sent({ content_base64: "A".repeat(7 * MIB) });
    assert.deepEqual([body.status, body.body.code], [413, "body_too_large"]);
  },
));

Deno.test(testInTurn(
  "of 24 concurrent imports at most six get 503 with a Retry-After, since two run and sixteen wait; the others succeed",
  async () => {
    const file = workbookFile([equitySheet([{ symbol: "EXMANGO" }])]);
    const leaving = new AbortController();
    // Each workbook that is read starts a process, so in the part of the tests most of the clients leave once one is
    // refused.
    const staying = problemCount(24, 4);
    const answers = Array.from({ length: 24 }, async (_, index) => {
      const reply = await importedUnless(index < staying ? null : leaving.signal, file);
      if (reply?.status === 503 && staying < 24) leaving.abort();
      return reply;
    });
    const replies = (await Promise.all(answers)).filter((reply) => reply !== null);
    assert.ok(replies.length >= staying);
    const refused = replies.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length <= 6, String(refused.length));
    for (const { status, headers, body } of refused) {
      assert.deepEqual([status, body.code, headers.get("retry-after")], [503, "not_ready", "10"]);
    }
  },
));

Deno.test(
  testInTurn("a holdings import is 503 while there are no listings, and succeeds once a list can be read", async () => {
    await using folder = await temporaryFolder({ "listings/EQUITY_L.csv": "no,header\n1,2\n" });
    const environment = { WORKERS: "0", MARKET_DATA: `files:${folder.path}` };
    await using service = await runService({ environment });
    const person = await verifiedBrowser(service);
    const { status, body } = await imported(person, LINES);
    assert.deepEqual([status, body.code], [503, "market_data_unavailable"]);
    const unreadable = await imported(person, new Uint8Array([1, 2, 3]));
    assert.equal(unreadable.status, 400, "a file that cannot be read is told first");
    await folder.write(
      "listings/EQUITY_L.csv",
      "SYMBOL,NAME OF COMPANY,ISIN NUMBER\nEXMANGO,Example Mango,INE000A01011\n",
    );
    const found = async (): Promise<boolean> => (await imported(person, LINES)).status === 200;
    // Each look starts a process that reads the workbook.
    await until(found, "the list to be read again", { longestPauseMs: 500 });
  }),
);

const NAV_HEADER =
  "Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Plan;Option;Net Asset Value;Date";

Deno.test(
  testInTurn(
    "an ISIN of two scheme codes is that of the living code, and an old name of the scheme leads to it",
    async () => {
      await using folder = await temporaryFolder({
        "listings/NAVAll.txt": [
          NAV_HEADER,
          "Example Mutual Fund",
          "1;INF998X01026;-;Old Name Fund;Direct Plan;Growth;N.A.;12-Mar-2022",
          "2;INF998X01026;-;New Name Fund;Direct Plan;Growth;33.1;26-Nov-2026",
          "3;INF998X01034;-;Present Fund (formerly known as Past Fund);Direct Plan;Growth;12;26-Nov-2026",
        ].join("\n"),
        "listings/NAVAll_before.txt": [
          NAV_HEADER,
          "Example Mutual Fund",
          "2;INF998X01026;-;Middle Name Fund;Direct Plan;Growth;30;26-Nov-2025",
        ].join("\n"),
      });
      await using service = await runService({ environment: { WORKERS: "0", MARKET_DATA: `files:${folder.path}` } });
      const holder = await verifiedBrowser(service);
      const bought = await imported(holder, workbookFile([equitySheet([{ symbol: "EXFUND", isin: "INF998X01026" }])]));
      assert.deepEqual([bought.body.funds.assets, bought.body.unresolved], [[{ scheme_code: 2 }], []]);
      const lines = ["Old Name", "Middle Name", "New Name", "Past", "Present"].map((name) => ({
        name: `${name} Fund Direct Growth`,
        amc: "Example Mutual Fund",
        units: 3,
      }));
      const { body } = await imported(holder, workbookFile([growwFundSheet(lines)]));
      const { assets, starting_portfolio } = body.funds;
      assert.deepEqual([assets, body.unresolved], [[{ scheme_code: 2 }, { scheme_code: 3 }], []]);
      // Three of the five names are those of the first scheme.
      assert.deepEqual(starting_portfolio, { "MF:2": 0.6, "MF:3": 0.4 });
    },
  ),
);

/** Test helper. Returns the paths of all files below a folder. */
function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesIn(`${folder}/${name}`) : [`${folder}/${name}`]
  ).sort();
}

async function sent(body: unknown): Promise<Reply> {
  return await person.send("POST", "/holdings/import", { body });
}

/** Sends a workbook. Returns the response, or null if the signal aborted before it came. */
async function importedUnless(
  signal: AbortSignal | null,
  file: Uint8Array,
): Promise<Reply | null> {
  const headers = { authorization: `Bearer ${person.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ content_base64: file.toBase64() });
  try {
    const response = await service.fetch("/holdings/import", { method: "POST", headers, body, signal });
    return { status: response.status, headers: response.headers, body: await response.json() };
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}

async function imported(person: Browser, file: Uint8Array): Promise<Reply> {
  return await person.send("POST", "/holdings/import", { body: { content_base64: file.toBase64() } });
}
