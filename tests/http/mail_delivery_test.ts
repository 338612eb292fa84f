import assert from "node:assert/strict";
import { transportOfUrl } from "../../src/mail/transport_of_url.ts";
import { Browser, newEmail, tokenOf } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/smtp_server.ts";

const FROM = "Portfolio Optimization <no-reply@service.example>";

function transportTo(port: number) {
  const options = { from: FROM, print: () => undefined, folder: null };
  return transportOfUrl(new URL(`smtp://127.0.0.1:${port}`), options);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

Deno.test("the token of a mail that a real server received verifies the address", async () => {
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

Deno.test("a mail server that is down fails no request, and no mail is lost", async () => {
  const down = await startSmtpServer({ tls: "none" });
  await down.close();
  const clock = { aheadMs: 0 };
  const emails = [newEmail(), newEmail(), newEmail()];
  let back: TestSmtpServer;
  {
    await using service = await runService({ mail: transportTo(down.port), clock });
    for (const email of emails) assert.equal((await new Browser(service).signUp(email)).status, 201);
    await new Promise((resolve) => setTimeout(resolve, 600));
    back = await startSmtpServer({ tls: "none", port: down.port });
    // The first wait after a failure is ten seconds.
    clock.aheadMs += 15_000;
    await until(() => back.received.length === 3);
    assert.deepEqual(back.received.flatMap(({ to }) => to).toSorted(), emails.toSorted());
  }
  await back.close();
});
