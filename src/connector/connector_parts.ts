import type { ConnectorScope } from "../domain/connector_scope.ts";
import type { ErrorCode } from "../domain/errors.ts";
import type { ConnectorApi } from "./connector_api.ts";
import type { ToolCall } from "./tool.ts";

/** Who calls and what the calls may use. */
export interface ConnectorParts {
  readonly api: ConnectorApi;
  /** Scopes of the grant. */
  readonly scopes: readonly ConnectorScope[];
  /** Whether the client can subscribe to changes of resources, which only the newest revision lets it over HTTP. */
  readonly canSubscribe: boolean;
  readonly digest: ToolCall["digest"];
  /** Called after each call that reads or changes something, with nothing of its content. */
  readonly onCall: (call: ToolOutcome) => void;
  /** Called with an error that is a fault of the service, of which the client learns nothing. */
  readonly onFailure: (error: unknown) => void;
}

/** What is noted of a call: its tool or method, the job that it names or made, and the code of a refusal. */
export interface ToolOutcome {
  readonly tool: string;
  readonly runId: string | null;
  readonly refusal: ErrorCode | null;
}
