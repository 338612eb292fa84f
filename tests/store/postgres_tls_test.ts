/** Tests that a connection to PostgreSQL is encrypted and its server verified, on this Deno and on the hosted one. */
import assert from "node:assert/strict";
import { noteAbsence } from "../support/absent_program.ts";
import { hasPostgres, newPostgresPath, printed, sharedPostgres, sharesPostgres } from "../support/postgres_server.ts";
import { type PrivateAuthority, privateAuthority } from "../support/private_authority.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testedCases, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { HOSTED_VERSION, hostedRuntime } from "../platform/hosted_runtime.ts";

sharesPostgres();

const SCRIPT = new URL("../support/opened_stores.ts", import.meta.url).pathname;
const hosted = await hostedRuntime();
if ("absent" in hosted) {
  noteAbsence("Deno 2.5.0", `Skipped a test of TLS with Deno ${HOSTED_VERSION}: ${hosted.absent}`);
}

const RUNTIMES = [
  { version: Deno.version.deno, path: Deno.execPath() },
  ..."absent" in hosted ? [] : [{ version: HOSTED_VERSION, path: hosted.path }],
];

for (const { version, path: runtime } of testedCases(RUNTIMES)) {
  Deno.test(
    testInTurn(`Deno ${version} verifies the authority and the name of a server of PostgreSQL, and opens no other`, {
      ignore: !hasPostgres(),
    }, async () => {
      await using folder = await temporaryFolder();
      const authority = await privateAuthority("Authority of a test");
      const file = async (name: string, text: string): Promise<string> => {
        await Deno.writeTextFile(`${folder.path}/${name}`, text);
        return `&sslmode=verify-full&sslrootcert=${folder.path}/${name}`;
      };
      const own = await file("own.pem", authority.certificate);
      const other = await file("other.pem", (await privateAuthority("Another authority")).certificate);
      const none = await file("none.pem", "no certificate");
      const byName = (options: string) => newPostgresPath(options).replace("127.0.0.1", "localhost");

      assert.match(
        (await outcomesOf(runtime, [byName("&sslmode=require")]))[0],
        /does not support SSL.*; turn ssl on/,
      );

      await encrypt(authority, "localhost");
      const plain = newPostgresPath();
      const [opened, unknown, wrong, otherName, missing, empty, unencrypted] = await outcomesOf(runtime, [
        byName(own),
        byName("&sslmode=require"),
        byName(other),
        newPostgresPath(own),
        byName(`&sslmode=require&sslrootcert=${folder.path}/missing.pem`),
        byName(none),
        plain,
      ]);
      assert.equal(opened, "opened");
      for (const refused of [unknown, wrong, otherName]) {
        assert.match(
          refused,
          /; name the authority of its certificate by sslrootcert=<file>, and the server by a name/,
        );
      }
      assert.match(missing, /its sslrootcert ".*missing\.pem" cannot be read: /);
      assert.match(empty, /its sslrootcert ".*none\.pem" has no certificate in PEM$/);
      assert.equal(unencrypted, "opened");

      await encrypt(authority, "127.0.0.1");
      const [byAddress, byOtherName] = await outcomesOf(runtime, [newPostgresPath(own), byName(own)]);
      assert.equal(byAddress, "opened");
      assert.match(byOtherName, /; name the authority/);

      await stopEncrypting();
    }),
  );
}

/** Lets the shared server encrypt connections with a certificate of an authority for a host, and no other one. */
async function encrypt(authority: PrivateAuthority, host: string): Promise<void> {
  const { folder, sql, port } = sharedPostgres(), { uid, gid } = await Deno.stat(folder);
  const { certificate, key } = await authority.certify([host]);
  for (const [name, text] of [["root.pem", authority.certificate], ["server.crt", certificate], ["server.key", key]]) {
    await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o600 });
    if (uid !== null && gid !== null) await Deno.chown(`${folder}/${name}`, uid, gid);
  }
  await sql("ALTER SYSTEM SET ssl = on");
  await sql("SELECT pg_reload_conf()");
  const probe = [`host=${host} port=${port} user=postgres dbname=postgres sslmode=verify-full`];
  probe.push(`sslrootcert=${folder}/root.pem sslcert=${folder}/none.crt sslkey=${folder}/none.key`);
  await until(async () => {
    const question = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    return await printed("psql", [probe.join(" "), "-Atc", question]).then((is) => is === "t", () => false);
  }, "the server to use its new certificate");
}

async function stopEncrypting(): Promise<void> {
  const { sql, port } = sharedPostgres();
  await sql("ALTER SYSTEM SET ssl = off");
  await sql("SELECT pg_reload_conf()");
  const probe = `host=127.0.0.1 port=${port} user=postgres dbname=postgres sslmode=disable`;
  await until(
    async () => await printed("psql", [probe, "-Atc", "SHOW ssl"]) === "off",
    "the server to encrypt no more",
  );
}

async function outcomesOf(runtime: string, paths: readonly string[]): Promise<readonly string[]> {
  const { success, stdout, stderr } = await new Deno.Command(runtime, {
    args: ["run", "--no-check", "--no-lock", "--unstable-kv", "--allow-all", SCRIPT, ...paths],
    stdin: "null",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
