import assert from "node:assert/strict";
import { consentedConnector, exchangeCode } from "../../tests/support/consented_connector.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { backgroundWork } from "../accounts/background_work.ts";
import { securityLog } from "../accounts/security_log.ts";
import { consoleLog } from "../runtime/log.ts";
import type { AuthenticatedConnector } from "../store/connector_tokens.ts";
import { ConnectorCalls } from "./connector_calls.ts";
import { type CallNotes, noteConnectorCall } from "./note_connector_call.ts";

const CALL = { tool: "get_run", runId: "run_1", code: null, address: "192.0.2.1", requestId: "req_1" } as const;

interface Noting {
  readonly notes: CallNotes & { readonly background: ReturnType<typeof backgroundWork> };
  readonly lines: string[];
}

function noting({ store, clock }: TemporaryStore): Noting {
  const lines: string[] = [];
  const log = consoleLog({ logFormat: "text", logLevel: "info" }, { clock, print: (line) => lines.push(line) });
  const background = backgroundWork(log);
  const { securityEvents } = store;
  return {
    notes: {
      log,
      background,
      securityLog: securityLog({ securityEvents, background, clock, log }),
      connectorCalls: new ConnectorCalls(store),
    },
    lines,
  };
}

async function connected({ store }: TemporaryStore): Promise<AuthenticatedConnector> {
  await consentedConnector(store, await accountWithCredentials(store));
  await exchangeCode(store);
  return await store.connectorTokens.authenticate("access") ?? assert.fail("no connector");
}

Deno.test("50 calls at once are counted, each has a line in the log, and the owner's security log has one event an hour", () =>
  withStore(async (temporary) => {
    const { store } = temporary;
    const connector = await connected(temporary);
    const { notes, lines } = noting(temporary);
    for (let call = 0; call < 50; call++) noteConnectorCall(connector, CALL, notes);
    await notes.background.settled();
    const [grant] = await store.connectorGrants.list(connector.account.id);
    assert.equal(grant?.calls, 50);
    const { grantId } = connector.access;
    const ofCalls = lines.filter((line) => line.includes(" connector call "));
    assert.equal(ofCalls.length, 50);
    assert.match(ofCalls[0] ?? "", new RegExp(`grant=${grantId} tool=get_run run=run_1 outcome=succeeded`));
    const events = await store.securityEvents.list(connector.account.id);
    assert.deepEqual(events.filter(({ credentialId }) => credentialId === grantId).map(({ route }) => route), [
      "POST /mcp",
    ]);
    // Counting goes on after a pause, and a refused call counts too.
    noteConnectorCall(connector, { ...CALL, code: "missing_scope" }, notes);
    await notes.background.settled();
    assert.equal((await store.connectorGrants.list(connector.account.id))[0]?.calls, 51);
  }));

Deno.test("a second consent keeps the count, and calls under a revoked grant count for no later one", () =>
  withStore(async (temporary) => {
    const { store } = temporary;
    const ada = await accountWithCredentials(store);
    const client = await consentedConnector(store, ada);
    await exchangeCode(store);
    const connector = await store.connectorTokens.authenticate("access") ?? assert.fail("no connector");
    const { notes } = noting(temporary);
    noteConnectorCall(connector, CALL, notes);
    await notes.background.settled();
    await consentedConnector(store, ada, { client, code: "code 2" });
    assert.equal((await store.connectorGrants.list(ada.account.id))[0]?.calls, 1);
    await store.connectorGrants.revoke(ada.account.id, client.id);
    await consentedConnector(store, ada, { client, code: "code 3" });
    noteConnectorCall(connector, CALL, notes);
    await notes.background.settled();
    assert.equal((await store.connectorGrants.list(ada.account.id))[0]?.calls, 0);
  }));
