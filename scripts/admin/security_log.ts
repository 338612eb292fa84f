import { isoTimestamp } from "../../src/domain/instant.ts";
import type { SecurityEvent } from "../../src/domain/security_event.ts";
import type { Command } from "./command.ts";
import { memberOfEmail } from "./member_of_email.ts";

export const securityLog: Command = {
  name: "security-log",
  parameters: ["email"],
  summary: "Lists who signed in to an account, used and changed its credentials, and who was refused",
  async run([email = ""], context) {
    const store = await context.store();
    const { account } = await memberOfEmail(email, store);
    const events = await store.securityEvents.list(account.id);
    for (const event of events) context.print(lineOf(event));
    if (events.length === 0) context.print(`Nothing is noted of ${email}`);
  },
};

function lineOf({ at, route, address, outcome, code, credentialId }: SecurityEvent): string {
  const told = code === null ? outcome : `${outcome} (${code})`;
  return [isoTimestamp(at), told, route, `from ${address}`, ...credentialId === null ? [] : [`by ${credentialId}`]]
    .join("  ");
}
