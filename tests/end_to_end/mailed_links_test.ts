import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { CHROMIUM } from "../support/chromium.ts";
import { Browser, newEmail, verifiedBrowser } from "../support/browser.ts";
import type { Followed, MailedLink } from "../support/follow_mailed_link.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { fullTest } from "../support/tier.ts";

if (CHROMIUM === undefined) noteAbsentProgram("Chromium");

const NEXT_PASSWORD = "Better battery";

const PAGES = [
  { title: "Confirm your e-mail address", said: "The e-mail address is verified" },
  { title: "Choose a new password", said: "The password is set: sign in with it" },
];

Deno.test("the pages behind the links of mails name endpoints that confirm an address and set a password", async () => {
  await using service = await runService();
  const mailed = await mailedLinks(service);
  const browser = new Browser(service);
  for (const [index, { link, password }] of mailed.links.entries()) {
    const { pathname, hash } = new URL(link);
    const page = (await browser.send("GET", pathname)).body;
    const [, path] = /<form data-path="(.*?)">/.exec(page) ?? [];
    const [, script] = /<script src="(.*?)">/.exec(page) ?? [];
    assert.equal((await browser.send("GET", script)).status, 200);
    assert.equal(page.includes("New password"), password !== undefined);
    const token = new URLSearchParams(hash.slice(1)).get("token");
    const fields = password === undefined ? {} : { new_password: password, revoke_api_keys: false };
    const { body } = await browser.send("POST", path, { body: { token, ...fields } });
    assert.deepEqual({ title: /<title>(.*?)</.exec(page)?.[1], said: body.detail }, PAGES[index]);
  }
  await assertFollowed(service, mailed);
});

Deno.test(fullTest("the links of mails confirm an address and set a password in a browser", {
  heldBy: "the pages behind the links of mails name endpoints that confirm an address and set a password",
  ignore: CHROMIUM === undefined,
}, async () => {
  await using service = await runService();
  const mailed = await mailedLinks(service);
  assert.deepEqual(await follow(mailed.links), PAGES.map((page) => ({ ...page, complaints: [] })));
  await assertFollowed(service, mailed);
}));

/** The addresses of two people and the links of their mails. */
interface Mailed {
  /** Address of a person who has signed up. */
  readonly newcomer: string;
  /** Address of a person who has asked for a new password. */
  readonly member: string;
  readonly links: readonly MailedLink[];
}

async function mailedLinks(service: RunningService): Promise<Mailed> {
  const here = (text: string) => linkIn(text).replace("https://service.localhost", service.url);
  const [newcomer, member] = [newEmail(), newEmail()];
  await new Browser(service).signUp(newcomer);
  const verification = { link: here((await service.mailTo(newcomer)).text) };
  const browser = await verifiedBrowser(service, member);
  await browser.send("POST", "/auth/password/reset/request", { body: { email: member } });
  const reset = { link: here((await service.mailTo(member, 2)).text), password: NEXT_PASSWORD };
  return { newcomer, member, links: [verification, reset] };
}

/** Asserts that the address of the one person is verified, and that the other can sign in with the new password. */
async function assertFollowed(service: RunningService, { newcomer, member }: Mailed): Promise<void> {
  for (const [email, password] of [[newcomer], [member, NEXT_PASSWORD]]) {
    const browser = new Browser(service);
    assert.equal((await browser.logIn(email, password)).status, 200);
    assert.equal((await browser.send("GET", "/users/me")).body.email_verified, true);
  }
}

function linkIn(text: string): string {
  const link = /^https:\S+$/m.exec(text)?.[0];
  assert.ok(link !== undefined, "the mail has a link on a line of its own");
  return link;
}

async function follow(links: readonly MailedLink[]): Promise<readonly Followed[]> {
  const script = fileURLToPath(new URL("../support/follow_mailed_link.ts", import.meta.url));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", script, CHROMIUM ?? "", JSON.stringify(links)],
    stdin: "null",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
