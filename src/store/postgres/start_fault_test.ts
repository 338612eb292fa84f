import assert from "node:assert/strict";
import { postgresAddress } from "./postgres_address.ts";
import { startFault } from "./start_fault.ts";

const ADDRESS = postgresAddress("postgres://ada:hunter2@127.0.0.1:5432/books");

/** Texts of the driver and of both runtimes, with what the operator is told to do. */
const REMEDIES: Readonly<Record<string, RegExp>> = {
  "connect ECONNREFUSED 127.0.0.1:5432": /start the server, or correct the host and the port in the address$/,
  "Connection terminated unexpectedly": /look at the log of the server, or correct the host and the port/,
  "timeout expired": /the server does not answer/,
  "certificate has expired": /renew the certificate of the server/,
  "invalid peer certificate: certificate expired: verified at time 2": /renew the certificate of the server/,
  "unable to verify the first certificate": /name the authority of its certificate by sslrootcert=<file>/,
};

Deno.test("what an operator can do is told behind an error of a connection", () => {
  for (const [text, remedy] of Object.entries(REMEDIES)) {
    const fault = startFault(new Error(text), ADDRESS);
    assert.ok(fault.startsWith(`${text}; `), fault);
    assert.match(fault, remedy);
  }
});
