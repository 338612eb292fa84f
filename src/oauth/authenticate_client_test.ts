import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import type { ClientProof } from "../domain/connector_client.ts";
import type { Repositories } from "../store/mod.ts";
import { authenticateClient } from "./authenticate_client.ts";
import { registerClient } from "./register_client.ts";

const INVALID = { code: "invalid_client" };

async function registered(store: Repositories, proof: ClientProof): Promise<{ id: string; secret: string }> {
  const registration = {
    name: null,
    redirectAddresses: ["https://assistant.example.com/"],
    proof,
    grantTypes: null,
    responseTypes: null,
  };
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const { client, secret } = await registerClient(registration, { ...store, random });
  return { id: client.id, secret: secret ?? "" };
}

function basic(id: string, secret: string): string {
  return `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;
}

Deno.test("a client proves itself in the way that it registered, and in no other", () =>
  withStore(async ({ store }) => {
    for (const proof of ["none", "client_secret_basic", "client_secret_post"] as const) {
      const { id, secret } = await registered(store, proof);
      const ways = {
        none: { authorization: null, clientId: id, clientSecret: undefined },
        client_secret_basic: { authorization: basic(id, secret), clientId: undefined, clientSecret: undefined },
        client_secret_post: { authorization: null, clientId: id, clientSecret: secret },
      };
      for (const [way, credentials] of Object.entries(ways)) {
        const attempt = authenticateClient(credentials, store);
        if (way === proof) assert.equal((await attempt).id, id);
        else await assert.rejects(attempt, INVALID, `${way} for ${proof}`);
      }
    }
  }));

Deno.test("a wrong secret, an unknown client and a header of another form are refused", () =>
  withStore(async ({ store }) => {
    const { id, secret } = await registered(store, "client_secret_basic");
    const other = await registered(store, "client_secret_basic");
    const headers = [
      basic(id, other.secret),
      basic(id, ""),
      basic("con_unknown", secret),
      `Bearer ${secret}`,
      "Basic",
      "Basic !",
      `Basic ${btoa("no colon")}`,
      `Basic ${btoa("\xff:\xff")}`,
      `Basic ${btoa("%zz:x")}`,
    ];
    for (const authorization of headers) {
      const attempt = authenticateClient({ authorization, clientId: undefined, clientSecret: undefined }, store);
      await assert.rejects(attempt, INVALID, authorization);
    }
    const nobody = { authorization: null, clientId: undefined, clientSecret: undefined };
    await assert.rejects(authenticateClient(nobody, store), INVALID);
  }));

Deno.test("two proofs at once and two names of a client are refused", () =>
  withStore(async ({ store }) => {
    const { id, secret } = await registered(store, "client_secret_basic");
    const authorization = basic(id, secret);
    for (const form of [{ clientId: id, clientSecret: secret }, { clientId: "con_other", clientSecret: undefined }]) {
      await assert.rejects(authenticateClient({ authorization, ...form }, store), { code: "invalid_request" });
    }
    assert.equal((await authenticateClient({ authorization, clientId: id, clientSecret: undefined }, store)).id, id);
  }));
