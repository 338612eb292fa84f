import type { Command } from "./command.ts";
import { memberOfEmail } from "./member_of_email.ts";
import { noteOperation } from "./note_operation.ts";

export const verifyEmail: Command = {
  name: "verify-email",
  parameters: ["email"],
  summary: "Confirms the address of an account without a mail",
  async run([email = ""], context) {
    const store = await context.store();
    const { account } = await memberOfEmail(email, store);
    await store.accounts.verifyEmail(account.id);
    await noteOperation(store, account.id, { command: "verify-email" });
    context.print(`${email} is verified`);
  },
};
