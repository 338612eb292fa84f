import assert from "node:assert/strict";
import { dirname } from "node:path";
import { newSigningKey } from "../../src/accounts/signing_keys.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { encodedKv } from "../../src/store/encoded_kv.ts";
import { openStore } from "../../src/store/open_store.ts";
import { put } from "../../src/store/transaction.ts";
import { admin, adminInProcess, type Ran, withFolder } from "../../tests/support/admin_process.ts";
import { Browser, newEmail, unverifiedBrowser, verifiedBrowser } from "../../tests/support/browser.ts";
import { runService } from "../../tests/support/running_service.ts";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { inTime } from "../../tests/support/until.ts";

Deno.test("an unknown admin command, or one with wrong arguments, exits with 2 and says what is wrong", () =>
  withFolder(async (folder) => {
    const cases: readonly [string[], RegExp][] = [
      [[], /^Usage: deno task admin <command>/],
      [["frobnicate"], /Cannot find command "frobnicate"/],
      [["requeue"], /it takes requeue <run_id>/],
      [["grant", "a@example.com"], /it takes grant <email> <client_id> \[name\] \[scope…\]/],
      [["grant", "a@example.com", ""], /Cannot take "" for a client_id/],
      [["grant", "a@example.com", "x", "a\nb"], /Cannot take "a\nb" as a name/],
      [["grant", "a@example.com", "x", "Desk", "jobs:read", "all"], /Cannot find scope "all": there are jobs:read/],
      [["export", "a@example.com", folder], /Cannot export into ".+": there is such a file already/],
      [["set-plan", "a@example.com"], /it takes set-plan <email> <plan>/],
      [["set-plan", "a@example.com", "gold"], /Cannot find plan "gold": there are free, pro, enterprise/],
      [["list-jobs", "more"], /Cannot run "list-jobs" with 1 arguments/],
      [["backup", `${folder}/copy`], /there is no such file/],
      [["restore", `${folder}/nothing`], /there is no such file/],
    ];
    const run = (args: string[]): Promise<Ran> =>
      (args.length === 0 ? admin : adminInProcess)(args, { DATA_DIR: folder });
    const ran = await Promise.all(cases.map(([args]) => run(args)));
    for (const [index, [args, sentence]] of cases.entries()) {
      assert.equal(ran[index].code, 2, args.join(" "));
      assert.match(ran[index].error, sentence);
      assert.equal(ran[index].out, "");
    }
  }));

Deno.test("admin commands exit with 2 for an invalid setting or database, and with 1 for an unknown account", () =>
  withFolder(async (folder) => {
    assert.equal((await adminInProcess(["list-jobs"], { DATA_DIR: folder, DEFAULT_PLAN: "gold" })).code, 2);
    await Deno.writeTextFile(`${folder}/kv.sqlite3`, "this is no database, however long one looks at it");
    const damaged = await adminInProcess(["list-jobs"], { DATA_DIR: folder });
    assert.equal(damaged.code, 2);
    assert.match(damaged.error, /Cannot open the store/);
    await Deno.remove(`${folder}/kv.sqlite3`);
    const unknown = await adminInProcess(["set-plan", "nobody@example.com", "pro"], { DATA_DIR: folder });
    assert.equal(unknown.code, 1);
    assert.match(unknown.error, /Cannot find an account of "nobody@example.com"/);
  }));

Deno.test("admin commands take effect on a running service from its next request", async () => {
  await using service = await runService({ environment: { WORKERS: "0" } });
  const environment = { DATA_DIR: service.dataDir };
  const email = newEmail();
  const browser = await unverifiedBrowser(service, email);
  assert.equal((await browser.send("GET", "/billing/me")).body.code, "email_not_verified");
  assert.equal((await admin(["verify-email", email], environment)).code, 0);
  assert.equal((await browser.send("GET", "/billing/me")).body.plan, "free");
  assert.equal((await adminInProcess(["set-plan", email.toUpperCase(), "enterprise"], environment)).code, 0);
  assert.equal((await browser.send("GET", "/billing/me")).body.plan, "enterprise");
  const member = await service.store.accounts.findByEmail(email);
  assert.ok(member);
  const job = await submittedJob(service.store, member.account.id);
  const listed = await adminInProcess(["list-jobs"], environment);
  assert.match(
    listed.out,
    new RegExp(`^${job.id}  optimization  queued  attempt 0  \\S+  ${email}\n1 job in flight\n$`),
  );
  assert.equal((await adminInProcess(["delete-account", email], environment)).code, 0);
  assert.equal((await browser.send("GET", "/users/me")).body.code, "session_revoked");
  assert.equal(await service.store.accounts.findByEmail(email), null);
});

Deno.test("requeue queues a failed run again, and refuses a queued or unknown one", async () => {
  await using service = await runService({ environment: { WORKERS: "0" } });
  const environment = { DATA_DIR: service.dataDir };
  const { account } = await accountWithCredentials(service.store);
  const job = await submittedJob(service.store, account.id);
  const waiting = await adminInProcess(["requeue", job.id], environment);
  assert.deepEqual([waiting.code, waiting.error], [2, `Cannot requeue run "${job.id}": it is queued\n`]);
  const lease = await service.store.jobQueue.claim(null);
  assert.ok(lease);
  await service.store.jobQueue.fail(lease, { code: "out_of_memory", detail: "Too large" });
  const queued = await adminInProcess(["requeue", job.id], environment);
  assert.deepEqual(queued, {
    code: 0,
    out: `Run ${job.id} is queued again; attempt 1 is void, the next is 2\n`,
    error: "",
  });
  assert.equal((await service.store.jobs.get(account.id, job.id)).status, "queued");
  const unknown = await adminInProcess(["requeue", "run_01K0000000000000000000000A"], environment);
  assert.equal(unknown.code, 1);
  assert.match(unknown.error, /^Cannot find run/);
});

Deno.test("export writes all data of an account, and no secret, into one private JSON file that it never overwrites", () =>
  withFolder(async (folder) => {
    await using service = await runService({ environment: { WORKERS: "0" } });
    const environment = { DATA_DIR: service.dataDir };
    const { store } = service;
    const { account, user, client, key } = await accountWithCredentials(store);
    const computed = await submittedJob(store, account.id);
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease);
    const waiting = await submittedJob(store, account.id);
    await submittedJob(store, (await accountWithCredentials(store, "bob@example.com")).account.id);
    const content = new TextEncoder().encode('{"run_id":"of the result"}\n');
    const set = await store.artifacts.write(account.id, computed.id, [
      { name: "result.json", mediaType: "application/json", content },
    ]);
    await store.jobQueue.beginUpload(lease);
    await store.jobQueue.succeed(lease, set, {
      figures: { methods: [], assets: [], lastDay: "2020-01-01", walkForward: [] },
    });
    const [insight] = (await store.dashboards.get(account.id)).insights;
    await store.dashboards.dismiss(account.id, insight.id);
    const comparison = await store.comparisons.create(account.id, {
      name: "Both",
      runIds: [computed.id, waiting.id],
    }, null);
    const { id: sessionId } = await store.sessions.start(account.id, {
      userId: user.id,
      credentialGeneration: user.credentialGeneration,
      refreshDigest: "elsewhere",
      network: "203.0.113.0/24",
    });
    const event = { route: "POST /auth/login", address: "203.0.113.7", outcome: "succeeded", code: null } as const;
    await store.securityEvents.append(account.id, { at: Date.now(), ...event, credentialId: sessionId });
    const draft = { name: "Sectors", description: null, map: { "NSE:EXMANGO": "Food", "NSE:EXLOTUS": "Food" } };
    const saved = await store.classificationMaps.create(account.id, draft);
    const template = await store.templates.create(account.id, { name: "Core", request: { methods: ["min_cvar"] } });
    await store.connectorGrants.grant(account.id, { clientId: "desk", clientName: null, scopes: ["*"] });
    const file = `${folder}/account.json`;
    const { code, error } = await adminInProcess(["export", user.email, file], environment);
    assert.equal(code, 0, error);
    assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
    const text = await Deno.readTextFile(file);
    const document = JSON.parse(text);
    assert.deepEqual(Object.keys(document), [
      "profile",
      "api_clients",
      "api_keys",
      "classification_maps",
      "templates",
      "uploads",
      "comparisons",
      "dismissed_insights",
      "connector_grants",
      "meters",
      "sign_in_networks",
      "security_log",
      "jobs",
    ]);
    assert.deepEqual([document.profile.account_id, document.profile.email], [account.id, user.email]);
    assert.deepEqual([document.api_clients[0].id, document.api_keys[0].id], [client.id, key.id]);
    const [{ map_id: mapId, groups, map }] = document.classification_maps;
    assert.deepEqual([mapId, groups, map], [saved.id, [{ name: "Food", assets: 2 }], draft.map]);
    assert.deepEqual(
      document.templates.map((one: { template_id: string; request: unknown }) => [one.template_id, one.request]),
      [
        [template.id, template.request],
      ],
    );
    const [{ comparison_id: comparisonId, run_ids: comparedIds }] = document.comparisons;
    assert.deepEqual([comparisonId, comparedIds], [comparison.id, comparison.runIds]);
    const [{ insight_id: insightId, kind, run_id: insightOf }] = document.dismissed_insights;
    assert.deepEqual([insightId, kind, insightOf], [insight.id, "stale_data", computed.id]);
    assert.deepEqual(document.connector_grants.map((one: { client_id: string }) => one.client_id), ["desk"]);
    assert.equal(document.sign_in_networks[0].network, "203.0.113.0/24");
    const [{ at, ...noted }] = document.security_log;
    assert.match(at, /^\d{4}-\S+Z$/);
    assert.deepEqual(noted, { ...event, credential_id: sessionId });
    assert.deepEqual(document.meters.map(({ name, used }: { name: string; used: number }) => [name, used]), [
      ["optimization_runs", 2],
    ]);
    assert.deepEqual(
      document.jobs.map((job: { job: { run_id: string }; config: unknown; result: unknown }) => [
        job.job.run_id,
        job.config,
        job.result,
      ]),
      [[waiting.id, {}, null], [computed.id, {}, { run_id: "of the result" }]],
    );
    assert.equal(document.jobs[1].artifacts[0].bytes, content.length);
    assert.doesNotMatch(text, /digest|argon2|bob@/);
    assert.equal((await adminInProcess(["export", user.email, file], environment)).code, 2, "never written over");
    assert.equal((await adminInProcess(["export", user.email, `${folder}/none/account.json`], environment)).code, 2);
    assert.equal((await adminInProcess(["export", "nobody@example.com", `${folder}/other.json`], environment)).code, 1);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["account.json"]);
  }));

Deno.test("an export holds the result documents of runs, simulations and backtests", () =>
  withFolder(async (folder) => {
    await using service = await runService({ environment: { WORKERS: "0" } });
    const { store } = service;
    const { account, user } = await accountWithCredentials(store);
    const succeeded = async (drafted: Parameters<typeof submittedJob>[2], names: readonly string[]) => {
      const job = await submittedJob(store, account.id, drafted);
      const lease = await store.jobQueue.claim(null);
      assert.equal(lease?.job.id, job.id);
      const files = names.map((name) => ({
        name,
        mediaType: "application/json",
        content: new TextEncoder().encode(JSON.stringify({ of: `${name} ₹`, filler: "₹".repeat(100_000) })),
      }));
      const set = await store.artifacts.write(account.id, job.id, files);
      await store.jobQueue.beginUpload(lease);
      await store.jobQueue.succeed(lease, set);
      return job;
    };
    const run = await succeeded({}, ["result.json", "rolling_backtest.json"]);
    await succeeded({ kind: "monte_carlo", parentRunId: run.id }, ["detail.json", "summary.json"]);
    await succeeded({ kind: "backtest", parentRunId: run.id }, ["section.json", "summary.json"]);
    const file = `${folder}/account.json`;
    const { code, error } = await adminInProcess(["export", user.email, file], { DATA_DIR: service.dataDir });
    assert.equal(code, 0, error);
    const documents = ["result", "rolling_backtest", "summary", "detail", "section"];
    const text = await Deno.readTextFile(file);
    assert.ok(!text.includes("\uFFFD"), "a character that two chunks share is kept");
    const held = JSON.parse(text).jobs.map((
      { job, ...rest }: { job: { kind: string } } & Record<string, { of: string } | null>,
    ) => [job.kind, documents.flatMap((field) => field in rest ? [[field, rest[field]?.of ?? null]] : [])]);
    assert.deepEqual(
      new Map(held),
      new Map([
        ["optimization", [["result", "result.json ₹"], ["rolling_backtest", "rolling_backtest.json ₹"]]],
        ["monte_carlo", [["result", null], ["summary", "summary.json ₹"], ["detail", "detail.json ₹"]]],
        ["backtest", [["result", null], ["summary", "summary.json ₹"], ["section", "section.json ₹"]]],
      ]),
    );
  }));

Deno.test("rotate-keys signs no user out", async () => {
  const clock = { aheadMs: 0 };
  await using service = await runService({ clock });
  const browser = await verifiedBrowser(service);
  const rotated = await adminInProcess(["rotate-keys"], { DATA_DIR: service.dataDir });
  assert.equal(rotated.code, 0);
  clock.aheadMs = 66_000;
  const { keys } = (await browser.send("GET", "/.well-known/jwks.json")).body;
  assert.equal(keys.length, 2);
  assert.ok(rotated.out.includes(keys[0].kid));
  assert.equal((await browser.send("GET", "/users/me")).status, 200);
  const former = browser.cookies.get("csrf_token");
  for (const _ of ["by the former secret", "by the new one"]) {
    assert.equal((await browser.send("POST", "/auth/refresh")).status, 200);
  }
  assert.notEqual(browser.cookies.get("csrf_token"), former);
});

Deno.test("security-log lists the security events of an account, oldest first, with their network addresses", async () => {
  await using service = await runService();
  const email = newEmail();
  const browser = await unverifiedBrowser(service, email);
  await browser.logIn(email, "Wrong horse");
  await service.service.dependencies.background.settled();
  const { code, out } = await adminInProcess(["security-log", email], { DATA_DIR: service.dataDir });
  assert.equal(code, 0);
  const lines = out.trimEnd().split("\n");
  assert.equal(lines.length, 3);
  const [signUp, signIn, refused] = lines.map((line) => line.split("  "));
  assert.match(signUp[0], /^\d{4}-\S+Z$/);
  assert.deepEqual(signUp.slice(1), ["succeeded", "POST /auth/signup", "from 127.0.0.1"]);
  assert.deepEqual(signIn.slice(1, 4), ["succeeded", "POST /auth/login", "from 127.0.0.1"]);
  assert.match(signIn[4], /^by ses_\w+$/);
  assert.deepEqual(refused.slice(1), ["refused (invalid_credentials)", "POST /auth/login", "from 127.0.0.1"]);
});

Deno.test("rotate-keys leaves the keys of SIGNING_KEYS_FILE unchanged and says so, but rotates the secrets of the store", () =>
  withStore(async ({ store, path }) => {
    const [former] = await store.serviceSecrets.ensure("csrf");
    const file = `${dirname(path)}/keys.json`;
    await Deno.writeTextFile(file, JSON.stringify({ keys: [await newSigningKey()] }));
    const { code, out, error } = await adminInProcess(["rotate-keys"], { KV_PATH: path, SIGNING_KEYS_FILE: file });
    assert.equal(code, 0, error);
    assert.match(out, /^Access tokens are signed by SIGNING_KEYS_FILE: put a new key first in it/m);
    assert.equal(await store.signingKeySets.find(), null);
    const secrets = await store.serviceSecrets.ensure("csrf");
    assert.deepEqual(secrets.slice(1), [former], "the secrets of the store have rotated");
  }));

Deno.test(
  testInTurn(
    "a backup finishes while writes go on, and is a consistent snapshot",
    () =>
      withStore(async ({ kv, path }) => {
        const folder = dirname(path);
        for (let index = 0; index < 400; index += 10) {
          const batch = Array.from({ length: 10 }, (_, next) => put(["before", index + next], new Uint8Array(60_000)));
          await kv.commit({ checks: [], mutations: batch });
        }
        let [isOver, count] = [false, 0];
        const writing = (async () => {
          while (!isOver) {
            await kv.commit({ checks: [], mutations: [put(["one"], ++count), put(["other"], count)] });
          }
        })();
        const copy = `${folder}/copy.kv`;
        const { code, error } = await inTime(admin(["backup", copy], { KV_PATH: path }), () => "the backup");
        isOver = true;
        await writing;
        assert.equal(code, 0, error);
        const copied = encodedKv(await Deno.openKv(copy));
        const [one, other] = await copied.getMany<number[]>([["one"], ["other"]]);
        assert.equal(one.value, other.value);
        assert.equal((await Array.fromAsync(copied.list({ prefix: ["before"] }))).length, 400);
        copied.close();
      }),
  ),
);

Deno.test(
  testInTurn(
    "a backup of a running service can be restored, but only where no process has the database open",
    () =>
      withFolder(async (folder) => {
        const email = newEmail();
        const copy = `${folder}/copy.kv`;
        {
          await using service = await runService();
          const environment = { DATA_DIR: service.dataDir };
          await unverifiedBrowser(service, email);
          assert.equal((await admin(["backup", copy], environment)).code, 0);
          assert.equal((await adminInProcess(["backup", copy], environment)).code, 2, "a backup is never written over");
          assert.equal(((await Deno.stat(copy)).mode ?? 0) & 0o777, 0o600);
          const nowhere = await adminInProcess(["backup", `${folder}/none/copy.kv`], environment);
          assert.equal(nowhere.code, 2);
          assert.match(nowhere.error, /^Cannot back up into ".*\/none\/copy\.kv": there is no folder ".*\/none"$/m);
          const beneathFile = await adminInProcess(["backup", `${copy}/copy.kv`], environment);
          assert.equal(beneathFile.code, 2);
          assert.match(beneathFile.error, /^Cannot back up into /);
          const refused = await admin(["restore", copy], environment);
          assert.equal(refused.code, 1);
          assert.match(refused.error, /is open in another process, which must be stopped first/);
          assert.equal((await new Browser(service).logIn(email)).status, 200, "the running service was left alone");
          assert.deepEqual(
            [...Deno.readDirSync(service.dataDir)].map(({ name }) => name).filter((name) => /restor/.test(name)),
            [],
          );
        }
        const empty = `${folder}/empty`;
        await Deno.mkdir(empty);
        assert.equal((await adminInProcess(["list-jobs"], { DATA_DIR: empty })).code, 0);
        await Deno.chmod(`${empty}/kv.sqlite3`, 0o644);
        const restored = await admin(["restore", copy], { DATA_DIR: empty });
        assert.equal(restored.code, 0, restored.error);
        const former = /the former one is kept as "?([^"\s]+)/.exec(restored.out)?.[1];
        assert.ok(former !== undefined, restored.out);
        assert.equal(((await Deno.stat(former)).mode ?? 0) & 0o777, 0o600);
        assert.equal((await adminInProcess(["set-plan", email, "pro"], { DATA_DIR: empty })).code, 0);
        const damaged = `${folder}/damaged.kv`;
        await Deno.writeTextFile(damaged, "no database");
        assert.equal((await adminInProcess(["restore", damaged], { DATA_DIR: empty })).code, 2);
        assert.equal(
          (await adminInProcess(["set-plan", email, "free"], { DATA_DIR: empty })).code,
          0,
          "the store is as it was",
        );
      }),
  ),
);

Deno.test("restore ends sessions and API keys if its options say so, and otherwise says that they are valid again", () =>
  withStore(async ({ store, path, clock, random }) => {
    const { account, session, key } = await accountWithCredentials(store);
    const [copy, target] = [`${path}.copy`, `${path}.target`];
    assert.equal((await admin(["backup", copy], { KV_PATH: path })).code, 0);
    const restored = async (...options: readonly string[]): Promise<{ out: string; good: readonly string[] }> => {
      const { code, out, error } = await adminInProcess(["restore", ...options, copy], { KV_PATH: target });
      assert.equal(code, 0, error);
      const opened = await openStore({ path: target, planLimits: PLAN_LIMITS, clock, random });
      const good = [
        ...await opened.sessions.authenticate(account.id, session.id) === null ? [] : ["session"],
        ...await opened.apiKeys.authenticate(key.id, "digest") === null ? [] : ["key"],
      ];
      opened.close();
      return { out, good };
    };
    const plain = await restored();
    assert.deepEqual(plain.good, ["session", "key"]);
    assert.match(
      plain.out,
      /sessions and grants of connectors \(--end-sessions ends them\) and API keys \(--end-keys ends them\)/,
    );
    assert.deepEqual((await restored("--end-keys")).good, ["session"]);
    const ended = await restored("--end-sessions", "--end-keys");
    assert.deepEqual(ended.good, []);
    assert.match(ended.out, /^All sessions and grants of connectors and API keys have ended$/m);
  }));
