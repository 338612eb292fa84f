import type { z } from "zod";
import type { Account } from "../domain/account.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Answered, Contract, Credential, Fields, Problems, Responses } from "./contract.ts";
import type { Principal, SessionPrincipal } from "./principal.ts";

export { problem } from "./contract.ts";

/**
 * One operation of the service: its contract and the handler behind it. Authentication, scope, plan, CSRF, limits and
 * parsing are done when the handler runs; it throws a `DomainError` for a problem and returns one of the other answers
 * of the contract.
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
 * An endpoint whose types are forgotten: what the frame runs. `handle` is a method, so that handlers of narrower inputs
 * fit.
 */
export interface Endpoint {
  readonly contract: Contract;
  handle(input: AnyInput, dependencies: Dependencies): Promise<AnyAnswer> | AnyAnswer;
}

/** Where a request comes from and what it carries beside its parsed parts. */
export interface Circumstances {
  /** Address of the client, for limits. */
  readonly address: string;
  readonly requestId: string;
  readonly headers: Headers;
  readonly cookies: ReadonlyMap<string, string>;
  /** Notes in the security log whose account was asked for something, where that is known behind the answer. */
  readonly noteAsked: (accountId: AccountId | null) => void;
  /** Tells the security log whom a request without a credential is about, and its session. */
  readonly concerns: (accountId: AccountId, sessionId?: string | null) => void;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** What a handler is given. */
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

/** What the frame hands to any handler. */
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
  : C extends "key or session" ? { readonly account: Account; readonly principal: Principal }
  : unknown;

/** What a handler may answer: one member per status of the contract that is no problem. */
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

/** An answer whose types are forgotten. `cookies` are values of `Set-Cookie`. */
export interface AnyAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: AnswerBytes;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

export type { Answered };
