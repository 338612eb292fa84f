import type { z } from "zod";
import type { Account } from "../domain/account.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Answered, Contract, Credential, Fields, Problems, Responses } from "./contract.ts";
import type { ConnectorPrincipal, Principal, SessionPrincipal } from "./principal.ts";
import type { SentFile } from "./sent_file.ts";

export { problem } from "./contract.ts";

/**
 * Defines an endpoint (one HTTP operation) from its contract and its handler. When the handler runs, limits and parsing
 * are done, and unless the credential is `session cookies`, authentication, scope, plan and CSRF too. The handler
 * throws a `DomainError` for a problem and returns one of the contract's other answers.
 */
export function defineEndpoint<
  const R extends Responses,
  C extends Credential,
  P extends Fields = Record<never, never>,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  const A extends Answer<R> = Answer<R>,
>(
  contract: Contract<P, Q, B, R, C>,
  handler: (input: Input<P, Q, B, C>, dependencies: Dependencies) => Promise<A> | A,
): Endpoint {
  return { contract, handle: handler };
}

/**
 * Type of an endpoint without the types of its own contract, so that one list can contain all endpoints. `handle` is
 * declared as a method so that handlers with narrower input types fit.
 */
export interface Endpoint {
  readonly contract: Contract;
  handle(input: AnyInput, dependencies: Dependencies): Promise<AnyAnswer> | AnyAnswer;
}

/**
 * Type of the data that a handler gets besides path, query and body: client address, request id, headers, cookies and
 * logging callbacks.
 */
export interface Circumstances {
  /** IP address of the client, by which the rate limits count. */
  readonly address: string;
  readonly requestId: string;
  readonly headers: Headers;
  readonly cookies: ReadonlyMap<string, string>;
  /** File in the request body, which only endpoints that take files read. */
  readonly sentFile: SentFile;
  /**
   * Callback that notes in the security log that somebody asked for something (such as a mailed link) of an account.
   * Handlers call it if the account becomes known only after the answer.
   */
  readonly noteAsked: (accountId: AccountId | null) => void;
  /** Callback that tells the security log to which account and session a request without a credential belongs. */
  readonly concerns: (accountId: AccountId, sessionId?: string | null) => void;
  /** Abort signal of the request. It fires when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Type of a handler's input: parsed path parameters, query and body, the caller, and data such as the client address.
 */
export type Input<
  P extends Fields,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  C extends Credential,
> =
  & Circumstances
  & {
    readonly parameters: { readonly [K in keyof P]: z.output<P[K]> };
    readonly query: OutputOf<Q>;
    readonly body: OutputOf<B>;
  }
  & AuthenticatedBy<C>;

/** Type of the input that any handler gets, without the types of its own contract. */
export interface AnyInput extends Circumstances {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly account?: Account;
  readonly principal?: Principal;
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

type AuthenticatedBy<C extends Credential> = C extends "session"
  ? { readonly account: Account; readonly principal: SessionPrincipal }
  : C extends "connector" ? { readonly account: Account; readonly principal: ConnectorPrincipal }
  : C extends "key or session" ? { readonly account: Account; readonly principal: Principal }
  : unknown;

/** Type of the answers that a handler may return: one type for each status in its contract that is not a problem. */
export type Answer<R> = {
  [S in keyof R & number]: R[S] extends Problems ? never
    : R[S] extends { body: infer B extends z.ZodType } ? Said<S, R[S], { readonly body: DeepReadonly<z.input<B>> }>
    : R[S] extends { media: string } ? Said<S, R[S], { readonly bytes: AnswerBytes }>
    : Said<S, R[S], unknown>;
}[keyof R & number];

type Said<S, A, Content> =
  & { readonly status: S; readonly cookies?: readonly string[] }
  & Content
  & (A extends { headers: readonly (infer H extends string)[] } ? { readonly headers: { readonly [K in H]: string } }
    : { readonly headers?: Readonly<Record<string, string>> });

export type AnswerBytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | string;

/**
 * Type of any handler's answer, without the types of its contract: status, body or bytes, headers, and cookies as
 * values of `Set-Cookie`.
 */
export interface AnyAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: AnswerBytes;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

export type { Answered };
