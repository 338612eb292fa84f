import { rotateSigningKeys } from "../../src/accounts/signing_keys.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./usage_error.ts";

export const rotateKeys: Command = {
  name: "rotate-keys",
  parameters: [],
  summary: "Signs access tokens with a new key from now on; nobody is signed out",
  async run(_values, context) {
    if (context.config.signingKeysFile !== null) {
      throw new UsageError(
        "Cannot rotate the keys of SIGNING_KEYS_FILE: put a new key first in that file and start the service anew",
      );
    }
    const store = await context.store();
    const { keys } = await store.signingKeySets.update((set) => rotateSigningKeys(set, systemClock.now()));
    context.print(
      `Access tokens are signed with key ${keys[0].kid} within a minute; ${
        keys.length - 1
      } former keys verify for 16 minutes at most`,
    );
  },
};
