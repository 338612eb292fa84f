import type { PlanLimits } from "../domain/plan.ts";
import { KEPT_FOR_EVER, type Retention } from "../domain/retention.ts";
import { type AccountRepository, accountRepository } from "./accounts.ts";
import { type ApiClientRepository, apiClientRepository } from "./api_clients.ts";
import { type ApiKeyRepository, apiKeyRepository } from "./api_keys.ts";
import type { ObjectArtifactStore } from "./artifact_store.ts";
import { type ArtifactRepository, artifactRepository } from "./artifacts.ts";
import { type ClassificationMapRepository, classificationMapRepository } from "./classification_maps.ts";
import { type AuthorizationRequestRepository, authorizationRequestRepository } from "./authorization_requests.ts";
import { type ConnectorClientRepository, connectorClientRepository } from "./connector_clients.ts";
import { type ConnectorTokenRepository, connectorTokenRepository } from "./connector_tokens.ts";
import { type ConnectorGrantRepository, connectorGrantRepository } from "./connector_grants.ts";
import { type ComparisonRepository, comparisonRepository } from "./comparisons.ts";
import type { StoreContext } from "./context.ts";
import { type DashboardRepository, dashboardRepository } from "./dashboard/dashboards.ts";
import { Doorbell } from "./doorbell.ts";
import { type JobQueue, jobQueue } from "./job_queue.ts";
import { type JobRunnerRepository, jobRunnerRepository } from "./job_runners.ts";
import { type JobRepository, jobRepository } from "./jobs.ts";
import { type MailRepository, mailRepository } from "./mails.ts";
import { type Maintenance, maintenance } from "./maintenance.ts";
import { type MarketDataRepository, marketDataRepository } from "./market_data.ts";
import { type MeterRepository, meterRepository } from "./meters.ts";
import type { ContentContext } from "./object_content.ts";
import { type OneTimeTokenRepository, oneTimeTokenRepository } from "./one_time_tokens.ts";
import { type RateLimitRepository, rateLimitRepository } from "./rate_limits.ts";
import { type SecurityEventRepository, securityEventRepository } from "./security_events.ts";
import { type ServiceSecretRepository, serviceSecretRepository } from "./service_secrets.ts";
import { type SessionRepository, sessionRepository } from "./sessions.ts";
import { type SigningKeySetRepository, signingKeySetRepository } from "./signing_key_sets.ts";
import { type TemplateRepository, templateRepository } from "./templates.ts";
import { type UploadRepository, uploadRepository } from "./uploads.ts";

/** All repositories of the store, by entity. */
export interface Repositories {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly apiClients: ApiClientRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly classificationMaps: ClassificationMapRepository;
  readonly templates: TemplateRepository;
  readonly uploads: UploadRepository;
  readonly connectorGrants: ConnectorGrantRepository;
  readonly connectorClients: ConnectorClientRepository;
  readonly authorizationRequests: AuthorizationRequestRepository;
  readonly connectorTokens: ConnectorTokenRepository;
  readonly comparisons: ComparisonRepository;
  readonly dashboards: DashboardRepository;
  readonly oneTimeTokens: OneTimeTokenRepository;
  readonly meters: MeterRepository;
  readonly jobs: JobRepository;
  readonly jobQueue: JobQueue;
  readonly jobRunners: JobRunnerRepository;
  readonly artifacts: ArtifactRepository;
  readonly mails: MailRepository;
  readonly rateLimits: RateLimitRepository;
  readonly signingKeySets: SigningKeySetRepository;
  readonly serviceSecrets: ServiceSecretRepository;
  readonly securityEvents: SecurityEventRepository;
  readonly marketDataCache: MarketDataRepository;
  readonly maintenance: Maintenance;
}

export interface RepositoryOptions {
  readonly planLimits: PlanLimits;
  /** Bucket store for the bytes of artifacts and of large configs and inputs; they are stored in KV if null. */
  readonly artifactObjects: ObjectArtifactStore | null;
  /** How long runs are kept; for ever if absent. */
  readonly retention?: Retention | undefined;
}

/** Creates all repositories over one KV. `openStore` opens the KV and checks its schema first. */
export function repositories(
  given: StoreContext,
  { planLimits, artifactObjects, retention = KEPT_FOR_EVER }: RepositoryOptions,
): Repositories {
  const context: ContentContext = { ...given, objects: artifactObjects };
  const artifacts = artifactRepository(context, artifactObjects);
  const doorbell = new Doorbell();
  const marketDataCache = marketDataRepository(context);
  const uploads = uploadRepository(context, planLimits);
  return {
    accounts: accountRepository(context),
    sessions: sessionRepository(context),
    apiClients: apiClientRepository(context),
    apiKeys: apiKeyRepository(context),
    classificationMaps: classificationMapRepository(context),
    templates: templateRepository(context),
    uploads,
    connectorGrants: connectorGrantRepository(context),
    connectorClients: connectorClientRepository(context),
    authorizationRequests: authorizationRequestRepository(context),
    connectorTokens: connectorTokenRepository(context),
    comparisons: comparisonRepository(context),
    dashboards: dashboardRepository(context),
    oneTimeTokens: oneTimeTokenRepository(context),
    meters: meterRepository(context, planLimits),
    jobs: jobRepository(context, { planLimits, retentionDays: retention.days, artifacts, doorbell }),
    jobQueue: jobQueue(context, { artifacts, doorbell, planLimits }),
    jobRunners: jobRunnerRepository(context),
    artifacts,
    mails: mailRepository(context),
    rateLimits: rateLimitRepository(context),
    signingKeySets: signingKeySetRepository(context),
    serviceSecrets: serviceSecretRepository(context),
    securityEvents: securityEventRepository(context),
    marketDataCache,
    maintenance: maintenance(context, { artifacts, uploads, marketDataCache, retention }),
  };
}
