import {
  AUTHORIZATION_CODE_MS,
  AUTHORIZATION_REQUEST_MS,
  type AuthorizationRequest,
  USED_CODE_KEPT_MS,
} from "../domain/connector_authorization.ts";
import type { ConnectorScope } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { prolongedClient } from "./connector_clients.ts";
import { grantEntries } from "./connector_grants.ts";
import type { AuthorizationCodeRecord } from "./connector_records.ts";
import type { StoreContext } from "./context.ts";
import { readGoodSession } from "./good_session.ts";
import { keys } from "./keys.ts";
import { readMember } from "./members.ts";
import { putUntil, type Reader, remove, transaction, write } from "./transaction.ts";

/** Type of a person's consent to the request of a connector. */
export interface Consent {
  /** Session in which the person allows the request; nothing is granted if it has ended. */
  readonly sessionId: string;
  readonly clientName: string | null;
  /** Scopes that the person allows, some or all of those that the connector asks for. */
  readonly scopes: readonly ConnectorScope[];
  /** SHA-256 digest of the new authorization code, as text. */
  readonly codeDigest: string;
}

/**
 * Repository of the requests of connectors about which a person is to decide. Requests are known by digests. Methods
 * that take a digest throw `not_found` if the request is unknown, too old or decided.
 */
export interface AuthorizationRequestRepository {
  add(digest: string, request: Omit<AuthorizationRequest, "expiresAt">): Promise<void>;
  get(digest: string): Promise<AuthorizationRequest>;
  /**
   * Uses up a request: saves the grant, and a code for the connector. A connector that holds a grant keeps its tokens,
   * which from now on allow nothing beyond the new grant. Throws `session_revoked`, and `limit_reached` if the account
   * has the largest number of grants.
   */
  allow(digest: string, accountId: AccountId, consent: Consent): Promise<AuthorizationRequest>;
  /** Uses up a request without a grant. A grant that the connector holds already stays as it is. */
  deny(digest: string): Promise<AuthorizationRequest>;
}

/** Creates the repository of connectors' requests over Deno KV. */
export function authorizationRequestRepository(context: StoreContext): AuthorizationRequestRepository {
  return {
    async add(digest, request) {
      const now = context.clock.now();
      const expiresAt = now + AUTHORIZATION_REQUEST_MS;
      const record: AuthorizationRequest = { ...request, expiresAt };
      await write(context, [putUntil(keys.authorizationRequest(digest), record, { expiresAt, now })]);
    },
    get: async (digest) => (await readRequest(context, context.kv, digest)).value,
    allow: (digest, accountId, consent) => writeConsent(context, { digest, accountId, consent }),
    async deny(digest) {
      return await transaction(context, async (read) => {
        const entry = await readRequest(context, read, digest);
        return { checks: [entry], mutations: [remove(entry.key)], result: entry.value };
      });
    },
  };
}

async function readRequest(
  { clock }: StoreContext,
  read: Reader,
  digest: string,
): Promise<Deno.KvEntry<AuthorizationRequest>> {
  const entry = await read.get<AuthorizationRequest>(keys.authorizationRequest(digest));
  if (entry.value === null || entry.value.expiresAt <= clock.now()) {
    throw new DomainError("not_found", "Cannot find this request: begin again at the assistant");
  }
  return entry;
}

async function writeConsent(
  context: StoreContext,
  { digest, accountId, consent }: { digest: string; accountId: AccountId; consent: Consent },
): Promise<AuthorizationRequest> {
  const { sessionId, clientName, scopes, codeDigest } = consent;
  return await transaction(context, async (read) => {
    const now = context.clock.now();
    const request = await readRequest(context, read, digest);
    const { account, user } = await readMember(read, accountId);
    const session = await readGoodSession(read, { accountId, sessionId, user: user.value, now });
    const { clientId, redirectAddress, codeChallenge, resource } = request.value;
    const granted = { clientId, clientName, scopes };
    const grant = await grantEntries(context, read, { accountId, granted, isAnew: false });
    const client = await prolongedClient(read, clientId, now);
    const code: AuthorizationCodeRecord = {
      accountId,
      clientId,
      redirectAddress,
      codeChallenge,
      resource,
      scopes,
      grantId: grant.record.id,
      expiresAt: now + AUTHORIZATION_CODE_MS,
      usedAt: null,
    };
    const until = { expiresAt: now + USED_CODE_KEPT_MS, now };
    return {
      checks: [request, account, user, session, ...grant.checks, ...client.checks],
      mutations: [
        remove(request.key),
        ...grant.mutations,
        ...client.mutations,
        putUntil(keys.authorizationCode(accountId, codeDigest), code, until),
        putUntil(keys.accountOfAuthorizationCode(codeDigest), accountId, until),
      ],
      result: request.value,
    };
  });
}
