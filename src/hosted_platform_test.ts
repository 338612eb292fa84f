import assert from "node:assert/strict";
import { hostedPlatform, hostedSettings, outlivesInstance } from "./hosted_platform.ts";

const PRODUCTION = {
  DENO_DEPLOY: "1",
  DENO_TIMELINE: "production",
  DENO_DEPLOY_APP_SLUG: "portfolio",
  DENO_DEPLOY_ORG_SLUG: "desk",
};

Deno.test("the address of each timeline is the one at which the platform serves it", () => {
  const addressOf = (timeline: string): string | null | undefined =>
    hostedPlatform({ ...PRODUCTION, DENO_TIMELINE: timeline })?.address;
  assert.equal(addressOf("production"), "https://portfolio.desk.deno.net");
  assert.equal(addressOf("git-branch/fix/Tail_risk"), "https://portfolio--fix-tail-risk.desk.deno.net");
  assert.equal(addressOf("preview/a1b2c3"), "https://portfolio-a1b2c3.desk.deno.net");
  assert.equal(hostedPlatform({ DENO_DEPLOY: "1" })?.address, null);
  const otherNames = { DENO_DEPLOY_APPLICATION_SLUG: "portfolio", DENO_DEPLOY_ORGANIZATION_SLUG: "desk" };
  assert.equal(hostedPlatform({ DENO_DEPLOY: "true", ...otherNames })?.address, "https://portfolio.desk.deno.net");
});

Deno.test("outside of the platform there is no hosted platform", () => {
  assert.equal(hostedPlatform({}), null);
  assert.equal(hostedPlatform({ ...PRODUCTION, DENO_DEPLOY: "" }), null);
});

Deno.test("an app without settings has the assigned database, one worker, no mail, and says what is missing", () => {
  const { variables, notes } = settingsOf({});
  assert.equal(variables.KV_PATH, "hosted:");
  assert.equal(variables.WORKERS, "1");
  assert.equal(variables.WORK_LIMIT, "30000");
  assert.equal(variables.UPLOAD_MOST_MIB, "32");
  assert.equal(variables.MAIL_URL, "none:");
  assert.equal(variables.PUBLIC_URL, "https://portfolio.desk.deno.net");
  assert.deepEqual(notes.map((note) => note.split(":")[0]), ["MAIL_URL", "PUBLIC_URL"]);
});

Deno.test("an app whose database is PostgreSQL keeps its store there, unless KV_PATH names another place", () => {
  const DATABASE_URL = "postgres://ada:secret@db.example/books?sslmode=require";
  assert.equal(settingsOf({ DATABASE_URL }).variables.KV_PATH, DATABASE_URL);
  assert.equal(
    settingsOf({ DATABASE_URL, DENO_KV_DEFAULT_PATH: "https://kv.example" }).variables.KV_PATH,
    DATABASE_URL,
  );
  assert.equal(settingsOf({ DATABASE_URL, KV_PATH: "https://kv.example" }).variables.KV_PATH, "https://kv.example");
  assert.equal(settingsOf({ DATABASE_URL: "mysql://db.example/books" }).variables.KV_PATH, "hosted:");
});

Deno.test("an app with a mail server and an address has nothing to say", () => {
  const given = { MAIL_URL: "smtps://mail.example", PUBLIC_URL: "https://portfolio.example", WORKERS: "0" };
  const { variables, notes } = settingsOf(given);
  assert.deepEqual(notes, []);
  for (const [name, value] of Object.entries(given)) assert.equal(variables[name], value);
});

Deno.test("settings for listeners and proxies are not used and named, as the platform serves HTTPS", () => {
  const { variables, notes } = settingsOf({ TRUST_PROXY: "on", HTTP_PORT: "8000", MAIL_URL: "smtps://mail.example" });
  assert.deepEqual([variables.TRUST_PROXY, variables.HTTP_PORT], [undefined, undefined]);
  assert.match(notes[0] ?? "", /^HTTP_PORT, TRUST_PROXY: not used here/);
});

Deno.test("a preview with a copy of production's settings has its own address", () => {
  const platform = hostedPlatform({ ...PRODUCTION, DENO_TIMELINE: "preview/a1b2" });
  assert.ok(platform);
  const { variables, notes } = hostedSettings({
    PUBLIC_URL: "https://portfolio.example",
    MAIL_URL: "smtps://m.example",
  }, platform);
  assert.equal(variables.PUBLIC_URL, "https://portfolio-a1b2.desk.deno.net");
  assert.match(notes[0] ?? "", /https:\/\/portfolio\.example is not used by the timeline "preview\/a1b2"/);
});

Deno.test("more workers than an instance has room for are not started, and that is said", () => {
  const { variables, notes } = settingsOf({
    WORKERS: "9",
    MAIL_URL: "smtps://m.example",
    PUBLIC_URL: "https://p.example",
  });
  assert.equal(variables.WORKERS, "2");
  assert.match(notes[0] ?? "", /^WORKERS: 9 is more/);
});

function settingsOf(given: Readonly<Record<string, string>>): ReturnType<typeof hostedSettings> {
  const platform = hostedPlatform(PRODUCTION);
  assert.ok(platform);
  return hostedSettings(given, platform);
}

Deno.test("an app keeps its own bounds on the work of jobs and on uploads, and one without workers has none", () => {
  assert.equal(settingsOf({ WORK_LIMIT: "5000" }).variables.WORK_LIMIT, "5000");
  assert.equal(settingsOf({ WORKERS: "0" }).variables.WORK_LIMIT, undefined);
  assert.equal(settingsOf({ WORKERS: "0", WORK_LIMIT: "5000" }).variables.WORK_LIMIT, "5000");
  assert.equal(settingsOf({ UPLOAD_MOST_MIB: "64" }).variables.UPLOAD_MOST_MIB, "64");
});

Deno.test("variables of the platform for its own traces are no settings of the app, which would refuse them", () => {
  const { variables, notes } = settingsOf({
    OTEL_DENO: "true",
    OTEL_DENO_TRACING: "true",
    MAIL_URL: "smtps://mail.example",
    PUBLIC_URL: "https://portfolio.example",
  });
  assert.deepEqual([variables.OTEL_DENO, variables.OTEL_DENO_TRACING], [undefined, undefined]);
  assert.deepEqual(notes, []);
});

Deno.test("only a database of the runtime or with an address outlives an instance", () => {
  const lasting = ["hosted:", "hosted:default", "https://kv.example", "postgres://ada@db.example/books"];
  const paths = [...lasting, "hosted:production", ":memory:", "data/kv.sqlite3"];
  assert.deepEqual(paths.filter(outlivesInstance), lasting);
});
