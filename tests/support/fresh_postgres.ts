import { type PostgresServer, startPostgres } from "./postgres_server.ts";

/** An empty store in PostgreSQL for each service that a test starts. */
export interface FreshPostgres {
  /** Returns the `KV_PATH` of a new, empty schema. */
  newPath(): string;
  /** Returns every key and value of a schema, as text of one character for each byte. */
  textOf(path: string): Promise<string>;
}

/** Value of the variable `TEST_STORE` with which the services of tests have a schema of PostgreSQL and not a file. */
const IS_POSTGRES = Deno.env.get("TEST_STORE") === "postgres";
/** Connections of each service. A server allows 300 in all, and each service of a test file stays until its end. */
const CONNECTIONS = "&connections=4";

/**
 * Test helper. Starts a server for the tests that Deno loads together, and ends it after the last of them. Returns null
 * unless the variable `TEST_STORE` is `postgres`.
 */
export async function freshPostgres(): Promise<FreshPostgres | null> {
  if (!IS_POSTGRES) return null;
  const server = await startPostgres({ settings: ["max_connections=300"] });
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  let schemas = 0;
  return {
    newPath: () => server.path(`service_${++schemas}`, CONNECTIONS),
    textOf: (path) => textOfSchema(server, new URL(path).searchParams.get("schema") ?? ""),
  };
}

async function textOfSchema(server: PostgresServer, schema: string): Promise<string> {
  const rows = await server.sql(`SELECT encode(key || value, 'hex') FROM ${schema}.entries`);
  return rows.split("\n").map((row) => new TextDecoder("latin1").decode(Uint8Array.fromHex(row))).join("\n");
}
