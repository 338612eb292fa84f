import assert from "node:assert/strict";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { keyboardAt } from "../support/console_hands.ts";
import { signInAt } from "../support/console_person.ts";
import { runService } from "../support/running_service.ts";
import { submitted, succeeded } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const ENTERPRISE = { environment: { DEFAULT_PLAN: "enterprise" } };

/** Texts of which a careless page makes an element, or by which it turns the rest of a line around. */
const MARKUP = "<img src=x onerror=alert(1)>";
const TURNED = "שלום 12";
const NAME = `${MARKUP} ${TURNED}`;
const FILE = "\u202e<b>שלום.csv";

/** A request whose name, assets and groups are such texts. The body's own prices have them as names of columns. */
function hostileRequest() {
  const { prices: { dates, series } } = pricesBody(4, 120);
  const names = [MARKUP, TURNED, `${MARKUP}2`, "עולם"];
  const values = Object.values(series);
  const renamed = Object.fromEntries(names.map((name, at) => [name, values[at] ?? []]));
  const map = Object.fromEntries(names.map((name, at) => [name, at % 2 === 0 ? MARKUP : TURNED]));
  return {
    name: NAME,
    prices: { dates, series: renamed },
    methods: ["min_volatility", "min_cvar"],
    constraints: { groups: { name: MARKUP, map, rules: [{ group: MARKUP, max: 0.6 }, { group: TURNED, max: 0.7 }] } },
    efficient_frontier: { points: 3 },
  };
}

Deno.test("texts of a user that are markup, or that turn their neighbours around, are kept and told as they are", async () => {
  await using service = await runService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, hostileRequest());
  // Tags are plain words: others are refused.
  assert.equal((await person.send("POST", `/runs/${runId}/tags`, { body: { tag: MARKUP } })).status, 422);
  const { body } = await person.send("GET", `/jobs/${runId}/config`);
  assert.equal(body.name, NAME);
  assert.deepEqual(body.constraints.groups.rules[0].group, MARKUP);
});

Deno.test(fullTest(
  "names, tags, groups, files and cells that are markup or right-to-left show as they are on every page, and turn nothing around",
  {
    heldBy: "texts of a user that are markup, or that turn their neighbours around, are kept and told as they are",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService(ENTERPRISE);
    await using folder = await temporaryFolder();
    await using browser = await openBrowser(service);
    const email = newEmail();
    const person = await verifiedBrowser(service, email);
    const request = hostileRequest();
    const runId = await succeeded(person, request);
    await person.send("PATCH", "/users/me", { body: { display_name: NAME } });
    const { name: _, prices: __, ...kept } = request;
    await person.send("POST", "/templates", { body: { name: NAME, request: kept } });
    const saved = { name: NAME, map: request.constraints.groups.map };
    assert.equal((await person.send("POST", "/classification-maps", { body: saved })).status, 201);
    const client = await person.send("POST", "/auth/api-clients", { body: { name: NAME, description: NAME } });
    await person.send("POST", "/auth/api-keys", { body: { client_id: client.body.id, name: NAME } });
    const failing = await submitted(person, { ...request, constraints: { ...request.constraints, min_return: 9.9 } });
    const tab = await browser.newPerson();
    await signInAt(tab, email, PASSWORD);
    await tab.find("heading", "Overview");
    for (const path of ["/app", "/app/runs", "/app/lists", "/app/account", "/app/account/keys"]) {
      await tab.open(path);
      await looksRight(tab, path);
    }
    await tab.open(`/app/runs/${failing}`);
    await tab.reads("Any one of these changes is enough");
    await looksRight(tab, "a failed run");
    await tab.open(`/app/runs/${runId}`);
    await tab.reads("Proven: no other weights");
    await tab.click("button", "Add a tag");
    await tab.element(".run-tags input:focus");
    await tab.type("Tag", NAME);
    await tab.click("button", "Add");
    await tab.element(".field .fault");
    for (const title of await titlesOfTabs(tab)) {
      await tab.click("tab", title);
      await looksRight(tab, `result, ${title}`);
      await tab.pictures(`hostile-${title.toLowerCase().replaceAll(" ", "-")}`);
    }
    await tab.open(`/app/new?from=${runId}`);
    await tab.element(".check-panel figure");
    await looksRight(tab, "a run from a run");
    await keyboardAt(tab).press("tab", "Own prices");
    const { series } = request.prices, names = Object.keys(series);
    // The service takes no signs that turn a text around; a file at this machine may have them.
    const head = ["date", ...names.slice(1), "\u202eTURNED"].join();
    const rows = request.prices.dates.map((date, row) => [date, ...names.map((name) => series[name]?.[row])].join());
    await folder.write(FILE, [head, ...rows, ""].join("\n"));
    const input = await tab.element("input[type=file]");
    await input.uploadFile(`${folder.path}/${FILE}`);
    await tab.reads("120 days of 4 assets");
    await looksRight(tab, "a file of prices");
    await tab.element(".check-panel .fault");
    const refused = String(await tab.page.evaluate("document.querySelector('.check-panel .fault').textContent"));
    assert.match(refused, /TURNED/);
    assert.doesNotMatch(refused, /\u202e/);
    await tab.pictures("hostile-file");
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "a name that overrides the direction of text, which the service does not take any more, turns no neighbour around",
  {
    heldBy: "texts of a user that are markup, or that turn their neighbours around, are kept and told as they are",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using service = await runService(ENTERPRISE);
    await using browser = await openBrowser(service);
    const email = newEmail(), name = OVERRIDING;
    const person = await verifiedBrowser(service, email);
    const runId = await succeeded(person, { ...pricesBody(3, 80), name });
    const second = await succeeded(person, { ...pricesBody(3, 80), name });
    await person.send("POST", "/analytics/comparisons", { body: { name, run_ids: [runId, second] } });
    await person.send("POST", "/templates", { body: { name, request: { methods: ["equal_weight"] } } });
    await person.send("POST", "/classification-maps", { body: { name, map: { A: name, B: name } } });
    const client = await person.send("POST", "/auth/api-clients", { body: { name, description: name } });
    await person.send("POST", "/auth/api-keys", { body: { client_id: client.body.id, name } });
    const tab = await browser.newPerson();
    await tab.page.evaluateOnNewDocument(OLD_NAMES);
    await signInAt(tab, email, PASSWORD);
    await tab.find("heading", "Overview");
    const compared = (await person.send("GET", "/analytics/comparisons")).body.items[0].comparison_id;
    for (const path of ["", "/runs", "/lists", "/compare", `/compare/${compared}`, `/runs/${runId}`, "/account"]) {
      await tab.open(`/app${path}`);
      await looksRight(tab, path);
      assert.deepEqual(await tab.page.evaluate(TURNED_SENTENCES), [], path);
    }
    for (const [part, buttons] of Object.entries(ASKING)) {
      await tab.open("/app/account");
      await tab.click("tab", part);
      for (const button of buttons) {
        await tab.until(`${buttonNamed(button)} !== undefined`);
        await tab.page.evaluate(`${buttonNamed(button)}.click()`);
        await tab.element("dialog[open] h2");
        await looksRight(tab, `${part}, ${button}`);
        assert.deepEqual(await tab.page.evaluate(TURNED_SENTENCES), [], button);
        await tab.click("button", "Close");
        await tab.gone("dialog[open]");
      }
    }
    assert.deepEqual(browser.complaints, []);
  },
));

/** Parts of the account, and what stands on those of their buttons that ask something of a name. */
const ASKING = {
  "API keys": ["New key", "Rename", "Delete", "Change", "Revoke"],
  "Connectors": ["Revoke"],
  "Deletion": ["Delete the account"],
};

function buttonNamed(text: string): string {
  return `[...document.querySelectorAll("main button")].find((one) => one.textContent === ${JSON.stringify(text)})`;
}

/** A name that has a sign which turns the text after it, once the page has read it. */
const OVERRIDING = "TURNED 12";

/** Expression that lists the texts of the page in which such a name stands beside other words. */
const TURNED_SENTENCES = `(() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    if (parent.closest("pre, textarea, script, .unseen") !== null) continue;
    if (data.includes("\u202e") && data !== "\u202eTURNED 12") found.push(parent.outerHTML.slice(0, 300));
  }
  return found;
})()`;

/** Script by which a page reads names as an older version of the service may have kept them. */
const OLD_NAMES = `{
  const own = globalThis.fetch;
  const old = (text) => text.replaceAll(/"(full_name|display_name)":"[^"]*"/g, '"$1":"TURNED 12"').replaceAll("TURNED", "\u202eTURNED");
  const grants = { items: [{
    client_id: "one", client_name: "TURNED 12", scopes: ["runs:read"], granted_at: "2026-01-02T03:04:05Z",
    last_used_at: null, calls: 3,
  }] };
  globalThis.fetch = async (...sent) => {
    const response = await own(...sent), { status, headers } = response;
    if (!headers.get("content-type")?.includes("json")) return response;
    const isGrants = response.url.endsWith("/users/me/mcp-grants");
    const text = isGrants ? JSON.stringify(grants) : await response.text();
    return new Response(old(text), { status, headers });
  };
}`;

async function titlesOfTabs({ page }: ConsoleTab): Promise<readonly string[]> {
  const titles = await page.evaluate("[...document.querySelectorAll('main [role=tab]')].map((one) => one.textContent)");
  assert.ok(Array.isArray(titles) && titles.length > 5);
  return titles.map(String);
}

/** Asserts that no text became an element, and that no text that runs from right to left shares a line unisolated. */
async function looksRight(tab: ConsoleTab, where: string): Promise<void> {
  await tab.until("document.querySelector('main .waiting') === null && document.querySelector('main h1') !== null");
  assert.equal(await tab.page.evaluate("document.querySelectorAll('img').length"), 0, where);
  assert.deepEqual(await tab.page.evaluate(TURNING), [], where);
  assert.deepEqual(await tab.faultsByAxe(), [], where);
}

/**
 * Expression that lists the places where a text from right to left stands beside other text in one isolated part, which
 * it would turn around. What a person types or copies is left as it is.
 */
const TURNING = `(() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    const bare = data.replace(/\\u2068[^\\u2069]*\\u2069/g, "");
    if (!/[\\u202e\\u0590-\\u05ff]/.test(bare) || parent.closest("pre, textarea, option, script, .unseen") !== null) continue;
    let part = parent;
    while (part.localName !== "text" && !/isolate|plaintext/.test(getComputedStyle(part).unicodeBidi)) part = part.parentElement;
    if (part.textContent.trim() !== data.trim()) found.push(part.outerHTML.slice(0, 300));
  }
  return found;
})()`;
