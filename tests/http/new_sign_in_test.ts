import assert from "node:assert/strict";
import { logIn } from "../../src/accounts/log_in.ts";
import { Browser, newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { sharedService } from "../support/shared_service.ts";

Deno.test("a sign-in from a new network is reported by a mail that names the network but not the client's User-Agent", async () => {
  const service = await sharedService();
  const email = newEmail();
  await verifiedBrowser(service, email);
  await new Browser(service).logIn(email);
  for (const address of ["203.0.113.7", "203.0.113.99", "2001:db8:1:2::7"]) {
    const origin = { userAgent: "Visit https://evil.example", address };
    const signIn = { email, password: PASSWORD, origin, onAccount: () => undefined };
    await logIn(signIn, service.service.dependencies);
  }
  const [first, second] = [await service.mailTo(email, 2), await service.mailTo(email, 3)];
  for (const { subject, text, html } of [first, second]) {
    assert.equal(subject, "A sign-in from a new place");
    assert.ok(!`${text}${html}`.includes("evil"));
  }
  assert.match(first.text, /^203\.0\.113\.0\/24$/m);
  assert.match(second.text, /^2001:db8:1:2::\/64$/m);
});
