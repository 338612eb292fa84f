import type { AccessTokens, SigningKeySource } from "./accounts/access_tokens.ts";
import type { BackgroundWork } from "./accounts/background_work.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { Config } from "./config.ts";
import type { RateLimiter } from "./http/middleware/rate_limiter.ts";
import type { Cursors } from "./http/pagination.ts";
import type { Repositories } from "./store/mod.ts";

/** What handlers and jobs may use. Made once, in `main.ts`; a test makes its own. */
export interface Dependencies extends Repositories {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly accessTokens: AccessTokens;
  readonly signingKeys: SigningKeySource;
  readonly csrfTokens: CsrfTokens;
  readonly passwords: Passwords;
  /** What requests start and do not wait for; a graceful stop does. */
  readonly background: BackgroundWork;
  readonly rateLimiter: RateLimiter;
  readonly cursors: Cursors;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export interface Random {
  /** Bytes nobody can guess. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** A ULID: 48 bits of time, 80 of chance; later ones sort after earlier ones of the same process. */
  ulid(): string;
}

/** The tokens that a browser echoes in `X-CSRF-Token`, each bound to one session. */
export interface CsrfTokens {
  tokenOf(sessionId: string): Promise<string>;
  /** The session that a token was made for; null where this service did not make it. */
  sessionOf(token: string): Promise<string | null>;
}

/** One line an event; never a token, password, key or cookie. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What is counted; the attributes are few and never name an account. */
export interface Telemetry {
  count(name: CounterName, attributes?: Readonly<Record<string, string | number>>): void;
}

export type CounterName = "http.requests" | "http.refusals" | "mail.sent" | "mail.failed";
