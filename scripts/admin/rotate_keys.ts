import { entryAt } from "../../src/domain/entry_at.ts";
import { rotateSigningKeys } from "../../src/accounts/signing_keys.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Command } from "./command.ts";

export const rotateKeys: Command = {
  name: "rotate-keys",
  parameters: [],
  summary: "Signs access tokens, cookies, cursors and links anew from now on; nobody is signed out",
  async run(_values, context) {
    const store = await context.store();
    await store.serviceSecrets.rotate();
    context.print(
      "Cookies, cursors and links are signed with new secrets in 65 seconds; the former ones verify for 30 days, a day " +
        "and 15 minutes at most",
    );
    if (context.config.signingKeysFile !== null) {
      context.print(
        "Access tokens are signed by SIGNING_KEYS_FILE: put a new key first in it and start the service anew",
      );
      return;
    }
    const { keys } = await store.signingKeySets.update((set) => rotateSigningKeys(set, systemClock.now()));
    context.print(
      `Access tokens are signed with key ${entryAt(keys, 0).kid} within a minute; ${
        keys.length - 1
      } former keys verify for 16 minutes at most`,
    );
  },
};
