import type { BackgroundWork } from "../accounts/background_work.ts";
import type { SecurityLog } from "../accounts/security_log.ts";
import type { ErrorCode } from "../domain/errors.ts";
import type { Log } from "../runtime/log.ts";
import type { AuthenticatedConnector } from "../store/connector_tokens.ts";
import type { ConnectorCalls } from "./connector_calls.ts";

/** What is noted of a call of a connector: never what it contained. */
export interface ConnectorCall {
  /** Name of the tool, or of another method of the protocol such as `resources/read`. */
  readonly tool: string;
  /** Id of the run that the call was about; null if it was about none. */
  readonly runId: string | null;
  /** Error code if the call was refused; null if it was carried out. */
  readonly code: ErrorCode | null;
  /** IP address that the call came from. */
  readonly address: string;
  readonly requestId: string;
}

export interface CallNotes {
  readonly connectorCalls: ConnectorCalls;
  readonly background: BackgroundWork;
  readonly securityLog: SecurityLog;
  readonly log: Log;
}

/**
 * Notes a call of a connector: a line in the log of the process, the count of its grant, and at most once an hour an
 * event in the account's security log. Nobody waits for the store.
 */
export function noteConnectorCall(
  { account, access }: Pick<AuthenticatedConnector, "account" | "access">,
  { tool, runId, code, address, requestId }: ConnectorCall,
  { connectorCalls, background, securityLog, log }: CallNotes,
): void {
  const outcome = code === null ? "succeeded" : "refused";
  log.info("connector call", {
    request_id: requestId,
    account_id: account.id,
    grant: access.grantId,
    tool,
    run: runId,
    outcome,
    code,
    address,
  });
  const credentialId = access.grantId;
  securityLog.note({ accountId: account.id, route: "POST /mcp", address, outcome, code, credentialId, isRare: false });
  connectorCalls.count({ accountId: account.id, clientId: access.clientId, grantId: access.grantId }, background);
}
