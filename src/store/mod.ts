import type { AccountRepository } from "./accounts.ts";
import type { ApiClientRepository } from "./api_clients.ts";
import type { ApiKeyRepository } from "./api_keys.ts";
import type { JobRepository } from "./jobs.ts";
import type { MailRepository } from "./mails.ts";
import type { Maintenance } from "./maintenance.ts";
import type { MeterRepository } from "./meters.ts";
import type { OneTimeTokenRepository } from "./one_time_tokens.ts";
import type { RateLimitRepository } from "./rate_limits.ts";
import type { ServiceSecretRepository } from "./service_secrets.ts";
import type { SessionRepository } from "./sessions.ts";
import type { SigningKeySetRepository } from "./signing_key_sets.ts";

/** Everything that is stored, by entity. */
export interface Repositories {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly apiClients: ApiClientRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly oneTimeTokens: OneTimeTokenRepository;
  readonly meters: MeterRepository;
  readonly jobs: JobRepository;
  readonly mails: MailRepository;
  readonly rateLimits: RateLimitRepository;
  readonly signingKeySets: SigningKeySetRepository;
  readonly serviceSecrets: ServiceSecretRepository;
  readonly maintenance: Maintenance;
}
