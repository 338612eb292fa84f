// @ts-types="./pg.d.ts"
import pg from "pg";
import { DomainError } from "../../domain/errors.ts";
import { StoreError } from "../store_error.ts";
import type { PostgresAddress } from "./postgres_address.ts";

/** What the operator can do about a pooler in transaction mode. */
export const ADD_POOLER = "behind a pooler add pgbouncer=true to the address";

/** What the operator can do about an error of the server, by its code. */
const REMEDIES: Readonly<Record<string, (address: PostgresAddress) => string>> = {
  "28P01": () => "correct the user and the password in the address",
  "28000": () => "let this user in, in the server's pg_hba.conf",
  "3D000": ({ database }) => `create it with CREATE DATABASE "${database}"`,
  "42501": ({ schema, user }) => `an administrator gives it with CREATE SCHEMA ${schema} AUTHORIZATION "${user}"`,
  "53300": () => "raise max_connections of the server, or lower connections of the addresses",
  "42P01": ({ schema }) =>
    `a part of schema "${schema}" is missing: restore the whole of it, or name an empty one by schema=…`,
  // What a pooler answers that takes no settings of a session, or knows no prepared statements.
  "08P01": behindPooler,
  "26000": behindPooler,
  "42P05": behindPooler,
};

function behindPooler({ isPooled }: PostgresAddress): string {
  return isPooled ? "correct the database in the address, or the pooler" : ADD_POOLER;
}

/** What the operator can do about an error before the server answers, by a part of its text in every runtime. */
const OTHER_REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/terminated unexpectedly/i, "look at the log of the server, or correct the host and the port in the address"],
  [
    /certificate.*expired|CERT_HAS_EXPIRED/i,
    "renew the certificate of the server, or correct the clock of this machine",
  ],
  [/ECONNREFUSED|refused/i, "start the server, or correct the host and the port in the address"],
  [/ENOTFOUND|EAI_AGAIN|resolve|lookup/i, "correct the host in the address"],
  [/timeout|timed out/i, "the server does not answer: look at it and at the network before it"],
  [/does not support SSL/i, "turn ssl on in the server; only where nobody can read the network add sslmode=disable"],
  [
    /certificate|UnknownIssuer|NotValidForName|SELF_SIGNED|altname|issuer/i,
    "name the authority of its certificate by " +
    "sslrootcert=<file>, and the server by a name that its certificate has",
  ],
];

/** Returns why the store cannot be opened at an address, with what the operator can do about it. */
export function startFault(thrown: unknown, address: PostgresAddress): string {
  // What a call of the service is told says nothing to the operator, but its cause does.
  const error = thrown instanceof DomainError && thrown.cause !== undefined ? thrown.cause : thrown;
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  if (error instanceof StoreError) return reason;
  const remedy = error instanceof pg.DatabaseError
    ? REMEDIES[error.code ?? ""]?.(address)
    : OTHER_REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  return remedy === undefined ? reason : `${reason}; ${remedy}`;
}

function reasonOf(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
