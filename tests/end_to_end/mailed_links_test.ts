import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { CHROMIUM } from "../support/chromium.ts";
import { Browser, newEmail } from "../support/browser.ts";
import type { Followed } from "../support/follow_mailed_link.ts";
import { runService } from "../support/running_service.ts";

if (CHROMIUM === undefined) noteAbsentProgram("Chromium");

const NEXT_PASSWORD = "Better battery";

Deno.test({
  name: "the links of mails confirm an address and set a password in a browser",
  ignore: CHROMIUM === undefined,
  async fn() {
    await using service = await runService();
    const email = newEmail();
    const browser = new Browser(service);
    await browser.signUp(email);
    const here = (text: string) => linkIn(text).replace("https://service.localhost", service.url);
    const confirmed = await follow(here((await service.mailTo(email)).text));
    assert.deepEqual(confirmed, {
      title: "Confirm your e-mail address",
      said: "The e-mail address is verified",
      complaints: [],
    });
    await browser.send("POST", "/auth/password/reset/request", { body: { email } });
    const reset = await follow(here((await service.mailTo(email, 2)).text), NEXT_PASSWORD);
    assert.deepEqual(reset, {
      title: "Choose a new password",
      said: "The password is set: sign in with it",
      complaints: [],
    });
    assert.equal((await browser.logIn(email, NEXT_PASSWORD)).status, 200);
    assert.equal((await browser.send("GET", "/users/me")).body.email_verified, true);
  },
});

function linkIn(text: string): string {
  const link = /^https:\S+$/m.exec(text)?.[0];
  assert.ok(link !== undefined, "the mail has a link on a line of its own");
  return link;
}

async function follow(link: string, ...password: readonly string[]): Promise<Followed> {
  const script = fileURLToPath(new URL("../support/follow_mailed_link.ts", import.meta.url));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", script, CHROMIUM ?? "", link, ...password],
    stdin: "null",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
