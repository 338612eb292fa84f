import { line } from "../../src/accounts/fields.ts";
import { LONGEST_CONNECTOR_ID } from "../../src/domain/connector_grant.ts";
import { CONNECTOR_SCOPES, type ConnectorScope, DEFAULT_CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import type { Command } from "./command.ts";
import { memberOfEmail } from "./member_of_email.ts";
import { noteOperation } from "./note_operation.ts";
import { UsageError } from "./usage_error.ts";

const connectorId = line(LONGEST_CONNECTOR_ID);
const connectorName = line(100);

export const grant: Command = {
  name: "grant",
  parameters: ["email", "client_id"],
  rest: ["name", "scope…"],
  summary: `Grants an AI-assistant connector access to an account; scopes: ${CONNECTOR_SCOPES.join(", ")}`,
  async run([email = "", clientId = "", name, ...words], context) {
    const granted = { clientId: readId(clientId), clientName: readName(name), scopes: readScopes(words) };
    const store = await context.store();
    const { account } = await memberOfEmail(email, store);
    const { scopes } = await store.connectorGrants.grant(account.id, granted);
    await noteOperation(store, account.id, { command: "grant" });
    context.print(`${clientId} holds a grant of ${email}: ${scopes.join(", ")}`);
  },
};

function readId(text: string): string {
  if (connectorId.safeParse(text).success) return text;
  throw new UsageError(
    `Cannot take "${
      text.slice(0, 100)
    }" for a client_id: one line of at most ${LONGEST_CONNECTOR_ID} characters is needed`,
  );
}

function readName(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (connectorName.safeParse(text).success) return text;
  throw new UsageError(`Cannot take "${text.slice(0, 200)}" as a name: one line of at most 100 characters is needed`);
}

function readScopes(words: readonly string[]): readonly ConnectorScope[] {
  if (words.length === 0) return DEFAULT_CONNECTOR_SCOPES;
  return words.map((word) => {
    const scope = CONNECTOR_SCOPES.find((scope) => scope === word);
    if (scope === undefined) {
      throw new UsageError(`Cannot find scope "${word}": there are ${CONNECTOR_SCOPES.join(", ")}`);
    }
    return scope;
  });
}
