import assert from "node:assert/strict";
import { newApiKeyText } from "../../src/accounts/api_key_text.ts";
import { secretDigest } from "../../src/accounts/secrets.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { jobIdOf } from "../../src/domain/identifier.ts";
import type { Scope } from "../../src/domain/scope.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import type { Member } from "../../src/store/members.ts";
import { assertStated } from "../support/assert_stated.ts";
import { Browser, newEmail, PASSWORD, unverifiedBrowser, verifiedBrowser } from "../support/browser.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { equitySheet } from "../support/statement_sheets.ts";
import { pricesBody } from "../support/submission.ts";
import { testedCases, testInTurn } from "../support/tier.ts";
import { workbookFile } from "../support/workbook_file.ts";

/**
 * Routes of the interface specification and those of `BEYOND_SPECIFICATION`, each with the credential that it requires
 * and its expected answer. A newer route has a row in `LATER_ROWS`.
 */
const SPECIFIED_ROWS: readonly Row[] = [
  row("POST /auth/signup", "none", {
    body: () => ({ email: newEmail(), password: PASSWORD, full_name: "Ada Lovelace" }),
    answers: 201,
  }),
  row("POST /auth/login", "none", { body: ({ email }) => ({ email, password: PASSWORD }), endsCredential: true }),
  row("POST /auth/refresh", "session cookies", { endsCredential: true }),
  row("POST /auth/logout", "session cookies", { endsCredential: true }),
  row("POST /auth/password", "session", {
    body: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    endsCredential: true,
  }),
  row("GET /auth/sessions", "session"),
  row("DELETE /auth/sessions/{session_id}", "session", { id: (owner) => owner.newSession(), answers: 204 }),
  row("POST /auth/api-clients", "session", { body: () => ({ name: "Desk", description: "Reports" }), answers: 201 }),
  row("POST /auth/api-keys", "session", {
    body: async (owner) => ({ client_id: await owner.clientOfKeys(), name: "Key" }),
    answers: 201,
  }),
  row("POST /auth/password/reset/request", "none", { body: () => ({ email: newEmail() }) }),
  row("POST /auth/password/reset/confirm", "none", {
    body: () => ({ token: "unknown", new_password: PASSWORD }),
    answers: "one_time_token_invalid",
  }),
  row("POST /auth/email/verify/request", "none", { body: () => ({ email: newEmail() }) }),
  row("POST /auth/email/verify/confirm", "none", {
    body: () => ({ token: "unknown" }),
    answers: "one_time_token_invalid",
  }),
  row("GET /auth/api-clients", "session"),
  row("GET /auth/api-clients/{id}", "session", { id: (owner) => owner.newClient() }),
  row("PATCH /auth/api-clients/{id}", "session", { id: (owner) => owner.newClient(), body: () => ({ name: "New" }) }),
  row("DELETE /auth/api-clients/{id}", "session", { id: (owner) => owner.newClient(), answers: 204 }),
  row("GET /auth/api-keys", "session"),
  row("PATCH /auth/api-keys/{id}", "session", { id: (owner) => owner.newKey(), body: () => ({ name: "New" }) }),
  row("DELETE /auth/api-keys/{id}", "session", { id: (owner) => owner.newKey(), answers: 204 }),
  row("POST /jobs", "jobs:write", { body: () => RUN, answers: 202 }),
  row("GET /jobs/{run_id}", "jobs:read", { id: (owner) => owner.newRun() }),
  row("GET /jobs/{run_id}/result", "jobs:read", { id: (owner) => owner.newRun(), answers: "run_not_succeeded" }),
  row("GET /jobs/{run_id}/config", "jobs:read", { id: (owner) => owner.newRun() }),
  row("GET /jobs/{run_id}/artifacts", "jobs:read", { id: (owner) => owner.newRun() }),
  row("GET /jobs/{run_id}/rolling_backtest", "jobs:read", {
    id: (owner) => owner.newRun(),
    answers: "run_not_succeeded",
  }),
  row("POST /jobs/{run_id}/report/pdf", "jobs:write", { id: (owner) => owner.newRun(), answers: "run_not_succeeded" }),
  row("GET /jobs/{run_id}/report/status", "jobs:read", { id: (owner) => owner.newRun() }),
  row("GET /jobs/{run_id}/events", "jobs:read", { id: (owner) => owner.newCancelledRun() }),
  row("PATCH /jobs/{run_id}", "jobs:write", { id: (owner) => owner.newRun(), body: () => ({ name: "New" }) }),
  row("POST /jobs/{run_id}/cancel", "jobs:write", { id: (owner) => owner.newRun(), answers: 202 }),
  row("DELETE /jobs/{run_id}", "jobs:write", { id: (owner) => owner.newCancelledRun(), answers: 204 }),
  row("GET /jobs/history", "jobs:read"),
  row("GET /jobs/active", "jobs:read"),
  row("POST /runs/{run_id}/monte_carlo", "session, by jobs:write", {
    id: (owner) => owner.newRun(),
    body: () => ({}),
    answers: "run_not_succeeded",
    refusesKeyBy: "mc_api_key_not_supported",
  }),
  row("GET /runs/{run_id}/monte_carlo", "jobs:read", { id: (owner) => owner.newRun() }),
  row("GET /mc", "jobs:read"),
  row("GET /mc/{mc_run_id}", "jobs:read", { id: () => NO_SIMULATION, answers: "not_found" }),
  row("POST /runs/{run_id}/backtest", "session, by jobs:write", {
    id: (owner) => owner.newRun(),
    body: () => ({}),
    answers: "run_not_succeeded",
    refusesKeyBy: "backtest_api_key_not_supported",
  }),
  row("GET /runs/{run_id}/backtests", "jobs:read", { id: (owner) => owner.newRun() }),
  row("GET /backtests", "jobs:read"),
  row("GET /backtests/{backtest_run_id}", "jobs:read", { id: () => NO_BACKTEST, answers: "not_found" }),
  row("GET /constraints/capability", "session"),
  row("POST /constraints/preflight", "session", { plan: "enterprise", body: () => ({ assets: ["A", "B"] }) }),
  row("GET /classification-maps", "session", { plan: "enterprise" }),
  row("POST /classification-maps", "session", { plan: "enterprise", body: newMap, answers: 201 }),
  row("PUT /classification-maps/{map_id}", "session", {
    plan: "enterprise",
    id: (owner) => owner.newMap(),
    body: newMap,
  }),
  row("DELETE /classification-maps/{map_id}", "session", {
    plan: "enterprise",
    id: (owner) => owner.newMap(),
    answers: 204,
  }),
  row("POST /holdings/import", "session", {
    body: () => ({ content_base64: workbookFile([equitySheet([{ symbol: "EXMANGO" }])]).toBase64() }),
  }),
  row("GET /templates", "session"),
  row("POST /templates", "session", { body: newTemplate, answers: 201 }),
  row("PATCH /templates/{template_id}", "session", {
    id: (owner) => owner.newTemplate(),
    body: () => ({ name: `Name ${++templates}` }),
  }),
  row("DELETE /templates/{template_id}", "session", { id: (owner) => owner.newTemplate(), answers: 204 }),
  row("POST /runs/{run_id}/tags", "session", { id: (owner) => owner.newRun(), body: () => ({ tag: TAG }) }),
  row("DELETE /runs/{run_id}/tags/{tag_name}", "session", { id: (owner) => owner.newTaggedRun(), answers: 204 }),
  row("GET /analytics/tags", "session"),
  row("GET /analytics/dashboard", "session"),
  row("POST /analytics/refresh-stats", "session"),
  row("POST /analytics/insights/{insight_id}/dismiss", "session", { id: () => NO_INSIGHT, answers: "not_found" }),
  row("GET /users/me/mcp-grants", "session"),
  row("DELETE /users/me/mcp-grants", "session", { query: "?client_id=desk", answers: 204 }),
  row("GET /analytics/comparisons", "session"),
  row("POST /analytics/comparisons", "session", {
    body: async (owner) => ({ name: "Both", run_ids: [await owner.newRun(), await owner.newRun()] }),
    answers: "run_not_succeeded",
  }),
  row("GET /analytics/comparisons/{comparison_id}", "session", { id: (owner) => owner.newComparison() }),
  row("GET /analytics/comparisons/{comparison_id}/surface", "session", { id: (owner) => owner.newComparison() }),
  row("PATCH /analytics/comparisons/{comparison_id}", "session", {
    id: (owner) => owner.newComparison(),
    body: () => ({ name: "New" }),
  }),
  row("DELETE /analytics/comparisons/{comparison_id}", "session", {
    id: (owner) => owner.newComparison(),
    answers: 204,
  }),
  row("GET /users/me", "session", { unverified: true }),
  row("PATCH /users/me", "session", { body: () => ({ display_name: "Ada" }) }),
  row("DELETE /users/me", "session", { unverified: true, answers: 204, endsCredential: true }),
  row("GET /billing/me", "session"),
  row("GET /universe", "none"),
  row("GET /mutual-funds/search", "none", { query: "?q=lotus" }),
  row("GET /us-stocks/search", "none", { query: "?q=falcon" }),
  row("GET /methods/requirements", "none"),
];

/** Routes with a credential or a password that the interface specification does not contain. */
const BEYOND_SPECIFICATION: readonly string[] = [
  "POST /auth/password",
  "GET /auth/sessions",
  "DELETE /auth/sessions/{session_id}",
  "POST /auth/email/verify/request",
  "POST /auth/email/verify/confirm",
  "GET /jobs/{run_id}/events",
];

/** Rows of routes that are newer than the interface specification, with the credential that each requires. */
const LATER_ROWS: readonly Row[] = [
  row("POST /uploads", "jobs:write", { body: () => ({ kind: "prices" }), answers: 201 }),
  row("GET /uploads", "jobs:read"),
  row("GET /uploads/{upload_id}", "jobs:read", { id: (owner) => owner.newUpload() }),
  row("DELETE /uploads/{upload_id}", "jobs:write", { id: (owner) => owner.newUpload(), answers: 204 }),
  row("PUT /uploads/content/{token}", "none", { answers: "link_invalid" }),
  row("POST /mcp", "connector", { body: () => ({ jsonrpc: "2.0", id: 1, method: "ping" }) }),
  row("GET /oauth/requests/{request_id}", "session", { id: () => NO_REQUEST, answers: "not_found" }),
  row("POST /oauth/requests/{request_id}/decision", "session", {
    id: () => NO_REQUEST,
    body: () => ({ scopes: ["jobs:read"] }),
    answers: "not_found",
  }),
  row("POST /oauth/register", "none", {
    body: () => ({ redirect_uris: ["https://assistant.example.com/callback"] }),
    answers: 201,
  }),
  // Both take forms only, and clients prove themselves in the form.
  row("POST /oauth/token", "none", { body: () => ({}), answers: 415 }),
  row("POST /oauth/revoke", "none", { body: () => ({}), answers: 415 }),
];

const ROWS: readonly Row[] = [...SPECIFIED_ROWS, ...LATER_ROWS];

/** Number of routes, which are pairs of method and path, in the interface specification. */
const SPECIFIED = 69;

const RUN = pricesBody(3, 40);
let maps = 0;

function newMap(): unknown {
  return { name: `Map ${++maps}`, map: { "NSE:EXMANGO": "Food" } };
}

const TAG = "core";
let templates = 0;

function newTemplate(): unknown {
  return { name: `Template ${++templates}`, request: { methods: ["min_cvar"] } };
}

const NO_REQUEST = "x".repeat(43);
const NO_INSIGHT = "ins_01K00000000000000000000000";
const NO_SIMULATION = "mc_01K00000000000000000000000";
const NO_BACKTEST = "bt_01K00000000000000000000000";

const SCOPES = ["jobs:read", "jobs:write"] as const;

/** Credential that a tested route requires, with the scope that an API key needs. */
type Asked =
  | "none"
  | "connector"
  | "session cookies"
  | "session"
  | "session, by jobs:write"
  | "jobs:read"
  | "jobs:write";

interface Row extends RowOptions {
  readonly method: string;
  readonly path: string;
  readonly asked: Asked;
}

interface RowOptions {
  /** Returns the id that the tested path contains as its parameter. */
  readonly id?: (owner: Owner) => Promise<string> | string;
  /** Query string that is appended to the tested path. */
  readonly query?: string;
  readonly body?: (owner: Owner) => unknown;
  /** Expected status or problem code of the tested route with the right credential; 200 by default. */
  readonly answers?: number | string;
  /**
   * Problem code with which the tested route must refuse an API key that has the scope; `jwt_user_required` by default
   * where a session is required.
   */
  readonly refusesKeyBy?: string;
  /** Whether the tested route accepts an account with an unverified email address. */
  readonly unverified?: boolean;
  /** Plan that the tested route requires; any plan by default. */
  readonly plan?: "enterprise";
  /** Whether the tested request ends or changes the session or the account, so that its person cannot be used again. */
  readonly endsCredential?: boolean;
}

const CREDENTIALS = [
  "nothing",
  "a key without the scope",
  "a key with the scope",
  "an unverified session",
  "a session of the free plan",
  "a session",
];

for (const [place, row] of ROWS.entries()) {
  for (const credential of testedCases(CREDENTIALS, { shift: place })) {
    const expected = expectedOf(row, credential);
    Deno.test(testInTurn(`${row.method} ${row.path} with ${credential} answers ${expected}`, async () => {
      const { status, body } = await send(row, credential);
      assert.equal(typeof expected === "number" ? status : body.code, expected);
      if (body.code === "jwt_user_required") assert.deepEqual([status, body.detail], [403, "JWT user required"]);
      if (body.code === "missing_scope") assert.deepEqual([status, body.detail], [403, "API key lacks required scope"]);
    }));
  }
}

Deno.test("every route except public GET routes has a row in the table of credential tests", () => {
  const withoutRow = ENDPOINTS.map(({ contract }) => contract)
    .filter(({ method, path, credential }) =>
      !(credential === "public" && method === "GET") &&
      !ROWS.some((row) => row.method === method && row.path === path)
    );
  assertStated(
    withoutRow.map(({ method, path }) => `${method} ${path}`),
    "Add a row to LATER_ROWS in tests/http/credentials_test.ts that says what the route asks for",
  );
});

Deno.test(testInTurn(
  "each of the 69 specified routes has a row in the table of credential tests and is in the OpenAPI document",
  async () => {
    const tested = SPECIFIED_ROWS.map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !BEYOND_SPECIFICATION.includes(route));
    const { paths } = await (await service.fetch("/openapi.json")).json();
    const documented = tested.filter((route) => {
      const [method, path] = route.split(" ");
      return paths[path]?.[method.toLowerCase()] !== undefined;
    });
    const figures = [SPECIFIED, documented.length, new Set(tested).size];
    // deno-lint-ignore no-console
    console.log(`Routes in the specification, in the OpenAPI document, tested: ${figures.join(", ")}`);
    assert.deepEqual(figures, [SPECIFIED, SPECIFIED, SPECIFIED]);
  },
));

function row(route: string, asked: Asked, options: RowOptions = {}): Row {
  const [method, path] = route.split(" ");
  return { method, path, asked, ...options };
}

function expectedOf(
  { asked, answers = 200, unverified = false, refusesKeyBy, plan }: Row,
  credential: string,
): number | string {
  if (asked === "none") return answers;
  if (asked === "connector") return 401;
  if (asked === "session cookies") return isSession(credential) ? answers : "session_revoked";
  switch (credential) {
    case "nothing":
      return "credentials_missing";
    case "a key without the scope":
      return asked === "session" ? "jwt_user_required" : "missing_scope";
    case "a key with the scope":
      return refusesKeyBy ?? (asked === "session" ? "jwt_user_required" : answers);
    case "an unverified session":
      return unverified ? answers : "email_not_verified";
    case "a session of the free plan":
      return plan === undefined ? answers : "enterprise_plan_required";
    default:
      return answers;
  }
}

function isSession(credential: string): boolean {
  return /\bsession\b/.test(credential);
}

// The tested service has no workers, so submitted runs stay queued.
const service = await sharedService(QUEUED);

/** A person with an account, who creates the records and API keys that the tests need. */
class Owner {
  /** The one API client of all the person's keys, because an account may have at most 50 clients. */
  #client: Promise<string> | null = null;

  constructor(readonly browser: Browser, readonly email: string) {}

  static async make({ verified, plan }: Kind): Promise<Owner> {
    const email = newEmail();
    const owner = new Owner(await (verified ? verifiedBrowser : unverifiedBrowser)(service, email), email);
    await service.store.accounts.setPlan((await owner.member()).account.id, plan);
    return owner;
  }

  async member(): Promise<Member> {
    const member = await service.store.accounts.findByEmail(this.email);
    assert.ok(member !== null);
    return member;
  }

  async newClient(): Promise<string> {
    const { body } = await this.browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
    return body.id;
  }

  async newSession(): Promise<string> {
    await new Browser(service).logIn(this.email);
    const { body } = await this.browser.send("GET", "/auth/sessions");
    return body.items[0].session_id;
  }

  async newKey(): Promise<string> {
    const { body } = await this.browser.send("POST", "/auth/api-keys", {
      body: { client_id: await this.clientOfKeys(), name: "Key" },
    });
    return body.id;
  }

  clientOfKeys(): Promise<string> {
    this.#client ??= this.newClient();
    return this.#client;
  }

  async newRun(): Promise<string> {
    const { body } = await this.browser.send("POST", "/jobs", { body: RUN });
    return body.run_id;
  }

  async newMap(): Promise<string> {
    const { body } = await this.browser.send("POST", "/classification-maps", { body: newMap() });
    return body.map_id;
  }

  async newTemplate(): Promise<string> {
    const { body } = await this.browser.send("POST", "/templates", { body: newTemplate() });
    return body.template_id;
  }

  async newUpload(): Promise<string> {
    const { body } = await this.browser.send("POST", "/uploads", { body: { kind: "prices" } });
    return body.upload_id;
  }

  async newTaggedRun(): Promise<string> {
    const runId = await this.newRun();
    await this.browser.send("POST", `/runs/${runId}/tags`, { body: { tag: TAG } });
    return runId;
  }

  /** Creates a comparison of runs that no longer exist, because no run succeeds in this test. */
  async newComparison(): Promise<string> {
    const runIds = ["1", "2"].map((digit) => jobIdOf(`run_01K0000000000000000000000${digit}`));
    const { id } = (await this.member()).account;
    return (await service.store.comparisons.create(id, { name: "Both", runIds }, null)).id;
  }

  async newCancelledRun(): Promise<string> {
    const runId = await this.newRun();
    await this.browser.send("POST", `/jobs/${runId}/cancel`);
    return runId;
  }

  /**
   * Creates an API key with the given scopes and returns its text. It writes to the store directly, because the API
   * creates no key without scopes.
   */
  async keyWith(scopes: readonly Scope[]): Promise<string> {
    const clientId = await this.clientOfKeys();
    const ulid = systemRandom.ulid();
    const { text, secret } = newApiKeyText(ulid, systemRandom.bytes);
    const digest = secretDigest(secret);
    await service.store.apiKeys.create((await this.member()).account.id, {
      ulid,
      clientId,
      name: "Key",
      prefix: "pos",
      scopes,
      digest,
      sessionId: null,
    });
    return text;
  }
}

interface Kind {
  readonly verified: boolean;
  readonly plan: "free" | "enterprise";
}

/** Signed-in people of the credential tests by kind, each created at first use. */
const people = new Map<string, Promise<Owner>>();

function ownerFor(kind: Kind, { endsCredential = false }: Row): Promise<Owner> {
  const name = JSON.stringify(kind);
  const known = people.get(name);
  if (known !== undefined && !endsCredential) return known;
  const made = Owner.make(kind);
  if (!endsCredential) people.set(name, made);
  return made;
}

async function send(
  row: Row,
  credential: string,
): Promise<{ status: number; body: { code?: string; detail?: string } }> {
  const plan = credential === "a session of the free plan" ? "free" : "enterprise";
  const owner = await ownerFor({ verified: credential !== "an unverified session", plan }, row);
  // A record that requires the enterprise plan belongs to another person, because the free plan cannot create it. The
  // request is refused before the record is looked up.
  const resources = await ownerFor({ verified: true, plan: row.plan ?? plan }, row);
  const id = row.id === undefined ? "" : await row.id(resources);
  const path = row.path.replace(/\{\w+_id\}|\{id\}/, id).replace("{tag_name}", TAG) + (row.query ?? "");
  const body = await row.body?.(resources);
  if (isSession(credential)) return await owner.browser.send(row.method, path, { body });
  if (credential === "nothing") return await new Browser(service).send(row.method, path, { body });
  const scope = SCOPES.find((scope) => row.asked.endsWith(scope)) ?? "*";
  const key = await owner.keyWith(credential === "a key with the scope" ? [scope] : []);
  return await new Browser(service).send(row.method, path, { body, headers: { authorization: `Bearer ${key}` } });
}
