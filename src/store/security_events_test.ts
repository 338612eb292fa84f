import assert from "node:assert/strict";
import type { SecurityEvent } from "../domain/security_event.ts";
import { accountWithCredentials, withStore } from "../../tests/support/temporary_store.ts";
import { keys } from "./keys.ts";
import { put, write } from "./transaction.ts";

Deno.test("repeated mail requests by a stranger are pruned from the security log, and other events are kept", () =>
  withStore(async (context) => {
    const { store, clock, random } = context;
    const { account: { id } } = await accountWithCredentials(store);
    const asked: SecurityEvent = {
      at: clock.nowMs,
      route: "POST /auth/password/reset/request",
      address: "203.0.113.7",
      outcome: "asked",
      code: null,
      credentialId: null,
    };
    await store.securityEvents.append(id, { ...asked, route: "POST /auth/login", outcome: "succeeded" });
    const entries = Array.from({ length: 1_400 }, () => put(keys.securityEvent(id, "asked", random.ulid()), asked));
    for (let index = 0; index < entries.length; index += 200) {
      await write(context, entries.slice(index, index + 200));
    }
    // The test appends many events, because only about one appended event in sixteen prunes the log.
    for (let index = 0; index < 200; index++) await store.securityEvents.append(id, asked);
    const events = await store.securityEvents.list(id);
    assert.ok(events.length < 1_300, `${events.length} events`);
    assert.ok(events.some(({ outcome }) => outcome === "succeeded"));
  }));
