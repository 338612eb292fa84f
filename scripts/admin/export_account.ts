import { accountDocument } from "./account_document.ts";
import type { Command } from "./command.ts";
import { memberOfEmail } from "./member_of_email.ts";
import { makePrivateFile } from "./private_file.ts";
import { exists } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

export const exportAccount: Command = {
  name: "export",
  parameters: ["email", "file"],
  summary: "Writes everything an account owns into a new JSON file, secrets left out",
  async run([email = "", file = ""], context) {
    if (await exists(file)) throw new UsageError(`Cannot export into "${file}": there is such a file already`);
    const store = await context.store();
    const member = await memberOfEmail(email, store);
    const unfinished = `${file}.unfinished`;
    const written = await makePrivateFile(unfinished, `Cannot export into "${file}"`);
    try {
      await ReadableStream.from(accountDocument(member, store)).pipeThrough(new TextEncoderStream())
        .pipeTo(written.writable);
      await Deno.rename(unfinished, file);
    } catch (error) {
      await Deno.remove(unfinished);
      throw error;
    }
    context.print(`Everything that the account of ${email} owns is written into "${file}"`);
  },
};
