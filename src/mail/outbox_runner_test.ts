import assert from "node:assert/strict";
import { accountIdOf } from "../domain/identifier.ts";
import { mock } from "node:test";
import type { Mail } from "../domain/mail.ts";
import type { Log, LogFields } from "../runtime/log.ts";
import { freePort } from "../../tests/support/free_port.ts";
import { startSmtpServer } from "../../tests/support/smtp_server.ts";
import { until } from "../../tests/support/until.ts";
import type { OutgoingMail } from "./mail_transport.ts";
import { runOutbox } from "./outbox_runner.ts";
import { smtpTransport } from "./smtp_transport.ts";

/** Test helper. Returns an outbox in memory, in which a mail that could not be sent is due again at once. */
function outboxOf(count: number) {
  const due: { mail: Mail }[] = Array.from({ length: count }, (_, index) => ({ mail: mailOf(index) }));
  const sent: string[] = [];
  const failed: string[] = [];
  return {
    due,
    sent: sent,
    failed: failed,
    outbox: {
      claim: ({ limit }: { limit: number }) => Promise.resolve(due.splice(0, limit)),
      succeed: (claimed: { mail: Mail }) => Promise.resolve(void sent.push(claimed.mail.id)),
      fail: (claimed: { mail: Mail }, reason: string) => {
        failed.push(reason);
        due.push(claimed);
        return Promise.resolve("later" as const);
      },
    },
  };
}

function mailOf(index: number): Mail {
  const base = {
    accountId: accountIdOf("acc_1"),
    createdAt: 0,
    attempts: 1,
    subject: "Hello",
    text: "Hello\n",
    html: "<p>Hello",
  };
  return { id: `mail_${index}`, to: `a${index}@example.com`, ...base };
}

const SILENT: Pick<Log, "info" | "warn"> = { info: () => undefined, warn: () => undefined };

/** Test helper. Runs the mail runner until a condition holds. */
async function runUntil(
  condition: () => boolean,
  options: Omit<Parameters<typeof runOutbox<{ mail: Mail }>>[0], "signal" | "pauseMs" | "log"> & {
    readonly log?: typeof SILENT;
  },
): Promise<void> {
  const stop = new AbortController();
  const running = runOutbox({ log: SILENT, ...options, signal: stop.signal, pauseMs: () => 5 });
  await until(condition);
  stop.abort();
  await running;
}

Deno.test("every mail of the outbox is delivered once", async () => {
  const { outbox, sent } = outboxOf(11);
  const delivered: string[] = [];
  const deliver = (mail: OutgoingMail) => Promise.resolve(void delivered.push(mail.id));
  await runUntil(() => sent.length === 11, { outbox, deliver });
  assert.deepEqual(delivered.toSorted(), Array.from({ length: 11 }, (_, index) => `mail_${index}`).toSorted());
});

Deno.test("no mail is lost while the mail server is down: all arrive once it is back", async () => {
  const port = freePort();
  const { outbox, sent, failed } = outboxOf(3);
  const transport = smtpTransport({ url: new URL(`smtp://127.0.0.1:${port}`), from: "a@localhost" });
  await runUntil(() => failed.length >= 3, { outbox, deliver: (mail) => transport.deliver(mail) });
  assert.deepEqual(sent, []);
  const server = await startSmtpServer({ tls: "none", port });
  try {
    await runUntil(() => sent.length === 3, { outbox, deliver: (mail) => transport.deliver(mail) });
    assert.deepEqual(server.received.flatMap(({ to }) => to).toSorted(), [
      "a0@example.com",
      "a1@example.com",
      "a2@example.com",
    ]);
  } finally {
    transport.close();
    await server.close();
  }
});

Deno.test("an outbox that cannot be read is read again later", async () => {
  const { outbox, sent } = outboxOf(1);
  let broken = 2;
  const claim = (options: { limit: number }) =>
    broken-- > 0 ? Promise.reject(new Error("database is locked")) : outbox.claim(options);
  await runUntil(() => sent.length === 1, { outbox: { ...outbox, claim }, deliver: () => Promise.resolve() });
});

Deno.test("a mail that its server refuses does not hold back the others", async () => {
  const { outbox, sent } = outboxOf(4);
  const deliver = ({ id }: OutgoingMail) =>
    id === "mail_0" ? Promise.reject(new Error("No such mailbox")) : Promise.resolve();
  await runUntil(() => sent.length === 3, { outbox, deliver });
  assert.deepEqual(sent.toSorted(), ["mail_1", "mail_2", "mail_3"]);
});

Deno.test("a mail server's error is logged without the recipient's address and kept whole in the outbox", async () => {
  const { outbox, sent, failed } = outboxOf(1);
  const said = "550 5.1.1 <a0@example.com>: A0@Example.com is no mailbox here";
  const reasons: unknown[] = [];
  let refusals = 1;
  const deliver = () => refusals-- > 0 ? Promise.reject(new Error(said)) : Promise.resolve();
  const log = { ...SILENT, warn: (_event: string, fields?: LogFields) => void reasons.push(fields?.reason) };
  await runUntil(() => sent.length === 1, { outbox, deliver, log });
  assert.deepEqual(reasons, ["550 5.1.1 <(address)>: (address) is no mailbox here"]);
  assert.deepEqual(failed, [said]);
});

Deno.test("every delivery attempt is reported with its outcome", async () => {
  const { outbox, sent } = outboxOf(2);
  const outcomes: string[] = [];
  let refusals = 1;
  const deliver = () => refusals-- > 0 ? Promise.reject(new Error("busy")) : Promise.resolve();
  await runUntil(() => sent.length === 2, { outbox, deliver, onAttempt: (outcome) => outcomes.push(outcome) });
  assert.deepEqual(outcomes.toSorted(), ["failed", "sent", "sent"]);
});

Deno.test("a stop of the service waits at most five seconds for a mail server that does not answer", async () => {
  using time = new FakeTime();
  const { outbox } = outboxOf(1);
  const stop = new AbortController();
  const delivering = Promise.withResolvers<void>();
  const deliver = () => {
    delivering.resolve();
    return new Promise<void>(() => undefined);
  };
  const running = runOutbox({ outbox, deliver, log: SILENT, signal: stop.signal, pauseMs: () => 5 });
  await delivering.promise;
  stop.abort();
  await time.tick(5_000);
  await running;
});

/** Test helper. A fake clock whose timers fire only when the test advances it. */
class FakeTime {
  constructor() {
    mock.timers.enable({ apis: ["setTimeout"] });
  }
  async tick(ms: number): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    mock.timers.tick(ms);
  }
  [Symbol.dispose](): void {
    mock.timers.reset();
  }
}
