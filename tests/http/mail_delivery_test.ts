import assert from "node:assert/strict";
import { transportOfUrl } from "../../src/mail/transport_of_url.ts";
import { keys } from "../../src/store/keys.ts";
import { Browser, newEmail, tokenOf } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/smtp_server.ts";
import { until } from "../support/until.ts";

const FROM = "Portfolio Optimization <no-reply@service.example>";

function transportTo(port: number) {
  const options = { from: FROM, print: () => undefined, folder: null };
  return transportOfUrl(new URL(`smtp://127.0.0.1:${port}`), options);
}

/**
 * Returns the number of mails whose delivery failed. These are due again within the next minute; a mail that is being
 * delivered is due later, and a new one is due at once.
 */
async function failedMails(service: RunningService): Promise<number> {
  const kv = await service.openKv();
  const due = await Array.fromAsync(kv.list({ prefix: keys.dueMails }));
  await kv.close();
  const aheadMs = due.map(({ key }) => Number(key[1]) - Date.now());
  return aheadMs.filter((ms) => ms > 0 && ms < 60_000).length;
}

Deno.test("the token in a mail that an SMTP server received verifies the address", async () => {
  const smtp = await startSmtpServer({ tls: "none" });
  {
    await using service = await runService({ mail: transportTo(smtp.port) });
    const browser = new Browser(service);
    const email = newEmail();
    await browser.signUp(email);
    await until(() => smtp.received.length === 1);
    const [{ to, content }] = smtp.received;
    assert.deepEqual(to, [email]);
    const token = tokenOf({ text: content.replaceAll("\r\n", "\n") });
    assert.equal((await browser.send("POST", "/auth/email/verify/confirm", { body: { token } })).status, 200);
  }
  await smtp.close();
});

Deno.test("while the mail server is down sign-ups succeed, and their mails are delivered once it is back", async () => {
  const port = freePort();
  const clock = { aheadMs: 0 };
  const emails = [newEmail(), newEmail(), newEmail()];
  let back: TestSmtpServer;
  {
    await using service = await runService({ mail: transportTo(port), clock });
    for (const email of emails) assert.equal((await new Browser(service).signUp(email)).status, 201);
    await until(async () => await failedMails(service) === 3, "failures");
    back = await startSmtpServer({ tls: "none", port });
    // Moves the clock beyond the first pause after a failed delivery of a mail, which is ten seconds.
    clock.aheadMs += 15_000;
    await until(() => back.received.length === 3);
    assert.deepEqual(back.received.flatMap(({ to }) => to).toSorted(), emails.toSorted());
  }
  await back.close();
});
