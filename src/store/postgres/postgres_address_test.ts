import assert from "node:assert/strict";
import { faultOfPostgres, isUnencryptedPostgres, postgresAddress, shownAddress } from "./postgres_address.ts";

Deno.test("an address without options has the port, schema and encryption that suit its host", () => {
  assert.deepEqual(postgresAddress("postgresql://ada@db.example/books"), {
    hosts: [{ host: "db.example", port: 5432 }],
    user: "ada",
    password: null,
    database: "books",
    isEncrypted: true,
    authorityFile: null,
    schema: "portfolio",
    connections: 10,
    isPooled: false,
  });
  assert.equal(postgresAddress("postgres://ada@db.example").database, "ada");
  assert.equal(postgresAddress("postgres://ada@db.example/").database, "ada");
});

Deno.test("passwords and names are read raw and encoded", () => {
  const passwords = [
    ["p@ss", "p@ss"],
    ["p%40ss", "p@ss"],
    ["a@b@c", "a@b@c"],
    ["a/b//c", "a/b//c"],
    ["a:b:c", "a:b:c"],
    ["100%25", "100%"],
    ["what%3F", "what?"],
    ["#[]!$&'()*+,;=", "#[]!$&'()*+,;="],
    ["%F0%9F%A6%89 🦉", "🦉 🦉"],
    ["", ""],
  ] as const;
  for (const [written, meant] of passwords) {
    const { password, user, hosts } = postgresAddress(`postgres://ad%40a:${written}@db.example:6000/books`);
    assert.deepEqual([user, password, hosts], ["ad@a", meant, [{ host: "db.example", port: 6000 }]]);
  }
});

Deno.test("several hosts, addresses of version 6 and folders of sockets are hosts", () => {
  const hostsOf = (path: string) => postgresAddress(path).hosts.map(({ host, port }) => `${host} ${port}`);
  assert.deepEqual(hostsOf("postgres://u@a.example,b.example:5433,[2001:db8::1]:5434/d"), [
    "a.example 5432",
    "b.example 5433",
    "2001:db8::1 5434",
  ]);
  assert.deepEqual(hostsOf("postgres://u@[::1]/d"), ["::1 5432"]);
  assert.deepEqual(hostsOf("postgres://u@/d?host=/run/postgresql"), ["/run/postgresql 5432"]);
  assert.deepEqual(hostsOf("postgres://u@/d?host=/run/postgresql:5433"), ["/run/postgresql 5433"]);
  assert.deepEqual(hostsOf("postgres://u@%2Frun%2Fpostgresql:5433/d"), ["/run/postgresql 5433"]);
});

Deno.test("a connection is left unencrypted only to this machine, or where the address says so", () => {
  const isEncrypted = (path: string) => postgresAddress(path).isEncrypted;
  for (const host of ["localhost", "LOCALHOST", "127.0.0.1:5433", "[::1]", "%2Frun%2Fpostgresql"]) {
    assert.equal(isEncrypted(`postgres://u@${host}/d`), false, host);
    assert.equal(isEncrypted(`postgres://u@${host}/d?sslmode=verify-full`), true, host);
  }
  for (const host of ["db.example", "localhost.example", "127.0.0.1.example", "localhost,db.example", "10.0.0.1"]) {
    assert.equal(isEncrypted(`postgres://u@${host}/d`), true, host);
  }
  for (const mode of ["require", "verify-ca", "verify-full"]) {
    assert.equal(isEncrypted(`postgres://u@db.example/d?sslmode=${mode}`), true, mode);
  }
  assert.equal(isUnencryptedPostgres("postgres://u:p@ss@db.example/d?sslmode=disable"), true);
  assert.equal(isUnencryptedPostgres("postgres://u@localhost,db.example/d?sslmode=disable"), true);
  assert.equal(isUnencryptedPostgres("postgres://u@localhost/d?sslmode=disable&host=db.example"), true);
  assert.equal(isUnencryptedPostgres("postgres://u@localhost/d?sslmode=disable"), false);
  assert.equal(isUnencryptedPostgres("postgres://u@db.example/d"), false);
  assert.equal(isUnencryptedPostgres("https://kv.example?sslmode=disable"), false);
});

Deno.test("options are read, and those that others use and that change nothing are left out", () => {
  const path = "postgres://u@db.example/d?sslmode=verify-full&sslrootcert=/etc/ca.pem&schema=second&connections=3" +
    "&pgbouncer=true&application_name=x&channel_binding=require&connect_timeout=9&target_session_attrs=read-write";
  const { authorityFile, schema, connections, isPooled } = postgresAddress(path);
  assert.deepEqual([authorityFile, schema, connections, isPooled], ["/etc/ca.pem", "second", 3, true]);
});

/** Addresses that are refused, with what the operator reads. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["postgres://u:hunter2@h/d/more", /^it must be postgres:\/\/user:password@host:port\/database$/],
  ["postgres://", /^it names no user/],
  ["postgres://:hunter2@h/d", /^it names no user/],
  ["postgres://hunter2/d", /^it names no user/],
  ["postgres://user:hunter2", /^it names no user/],
  ["postgres://u:hunter2@/d", /^it names no host$/],
  ["postgres://u:hunter2@h:0/d", /^its host number 1 must be a name and a port/],
  ["postgres://u:hunter2@h:65536/d", /^its host number 1/],
  ["postgres://u:hunter2@h:port/d", /^its host number 1/],
  ["postgres://u:hunter2@a,/d", /^its host number 2/],
  ["postgres://u:hunter2@::1/d", /^its host number 1/],
  ["postgres://u:hunter2@a b/d", /^its host number 1/],
  ["postgres://u:hunter2%@h/d", /^its password has a "%" that begins no code: write %25 for it$/],
  ["postgres://u%zz:hunter2@h/d", /^its user has a "%"/],
  ["postgres://u:hunter2@h/d%", /^its database has a "%"/],
  ["postgres://u:hunter2@h%/d", /^its host has a "%"/],
  ["postgres://u:hun?ter2@h/d", /^it has a "\?" before an "@": write %3F/],
  ["postgres://u:x@y:hun?ter2@h/d?schema=s", /^it has a "\?" before an "@"/],
  ["postgres://u:p@h/d?hunter2", /^it has a "\?" or "&" without the option=value/],
  ["postgres://u:hunter2@h/d?sslmode=prefer", /^its sslmode "prefer" is not one of disable, require/],
  ["postgres://u:hunter2@h/d?ssl=true", /^its option "ssl" is not known: sslmode, /],
  ["postgres://u:hunter2@h/d?schema=a&schema=b", /^its option "schema" is there twice$/],
  ["postgres://u:hunter2@h/d?sslmode=disable&sslrootcert=/ca.pem", /^it has sslrootcert but no encryption/],
  ["postgres://u:hunter2@h/d?schema=Mine", /^its schema "Mine" must be small letters/],
  ["postgres://u:hunter2@h/d?schema=pg_mine", /^its schema "pg_mine"/],
  ['postgres://u:hunter2@h/d?schema=a"; DROP TABLE x', /^its schema /],
  ["postgres://u:hunter2@h/d?connections=0", /^its connections "0" must be a whole number from 1 to 500$/],
  ["postgres://u:hunter2@h/d?connections=501", /^its connections "501"/],
  ["postgres://u:hunter2@h/d?connections=many", /^its connections "many"/],
  ["postgres://u:hunter2@h/d?pgbouncer=yes", /^its pgbouncer "yes" must be true or false$/],
  [`postgres://u:hunter2@h/${"d".repeat(64)}`, /^its database has more than 63 bytes/],
  [`postgres://${"é".repeat(32)}:hunter2@h/d`, /^its user has more than 63 bytes/],
  ["postgres://u:hunter2@h/d%00", /^its database has a character that no name may have$/],
];

Deno.test("an address with a fault is refused with a sentence that names it and shows no password", () => {
  for (const [path, sentence] of REFUSED) {
    const fault = faultOfPostgres(path) ?? "";
    assert.match(fault, sentence, path);
    assert.doesNotMatch(fault, /hunter2|hun|ter2/, path);
    assert.throws(() => postgresAddress(path), {
      name: "StoreError",
      message: /^Cannot use the address of PostgreSQL: /,
    });
  }
});

Deno.test("an address is shown without its password and its options", () => {
  const shown = "postgres://ada@db.example:6000,b/books";
  for (const password of ["hunter2", "hunt@er2", "hunt/er2", "hunt:er2", ""]) {
    assert.equal(shownAddress(`postgres://ada:${password}@db.example:6000,b/books?sslmode=require`), shown);
  }
  assert.equal(shownAddress("postgres://ada@db.example:6000,b/books"), shown);
});
