import type { Command } from "./command.ts";
import { memberOfEmail } from "./member_of_email.ts";

export const deleteAccount: Command = {
  name: "delete-account",
  parameters: ["email"],
  summary: "Deletes an account and everything it owns",
  async run([email = ""], context) {
    const store = await context.store();
    const { account } = await memberOfEmail(email, store);
    await store.accounts.delete(account.id);
    const deleted = await store.maintenance.sweep();
    context.print(`The account of ${email} is deleted, with ${deleted} entries that it owned`);
  },
};
