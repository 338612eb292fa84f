import { AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import { type Template, type TemplateDraft, TEMPLATES_AT_MOST } from "../domain/template.ts";
import type { StoreContext } from "./context.ts";
import { freeName } from "./free_name.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import { chunksOf, readContent, replacedContent, type StoredContent } from "./stored_content.ts";
import { put, type Reader, remove, transaction } from "./transaction.ts";

/**
 * Repository of saved templates. Names are unique within an account: `create` and `rename` throw `name_taken` if
 * another template has the name. `rename` and `delete` throw `not_found` if the account has no such template.
 */
export interface TemplateRepository {
  /**
   * Saves a new template. Throws `template_limit_reached` if the account already has the largest number of templates.
   */
  create(accountId: AccountId, draft: TemplateDraft): Promise<Template>;
  /** Lists the account's templates, newest first. */
  list(accountId: AccountId): Promise<readonly Template[]>;
  rename(accountId: AccountId, templateId: string, name: string): Promise<Template>;
  /** Deletes a template completely. */
  delete(accountId: AccountId, templateId: string): Promise<void>;
}

/** Record of a template without its request body. The request is stored in a separate entry and never changes. */
type TemplateRecord = Omit<Template, "request">;

/** Creates the repository of templates over Deno KV. */
export function templateRepository(context: StoreContext): TemplateRepository {
  return {
    create: (accountId, draft) => writeTemplate(context, accountId, draft),
    async list(accountId) {
      const found: Template[] = [];
      const prefix = keys.templates(accountId);
      for await (const { value } of context.kv.list<TemplateRecord>({ prefix }, { reverse: true })) {
        const template = await withRequest(context, value);
        if (template !== null) found.push(template);
      }
      return found;
    },
    rename: (accountId, templateId, name) => renameTemplate(context, { accountId, templateId }, name),
    delete: (accountId, templateId) => deleteTemplate(context, accountId, templateId),
  };
}

async function writeTemplate(
  context: StoreContext,
  accountId: AccountId,
  { name, request }: TemplateDraft,
): Promise<Template> {
  const id = identifier("tpl", context.random.ulid());
  const now = context.clock.now();
  const record: TemplateRecord = { id, accountId, name, createdAt: now, updatedAt: now };
  const content = new TextEncoder().encode(JSON.stringify(request));
  return await transaction(context, async (read) => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    if (account.value === null) throw new AccountMissing(accountId);
    const taken = await freeName(read, wantedName(record));
    const room = await roomForOneMore(read, {
      accountId,
      prefix: keys.templates(accountId),
      id,
      atMost: TEMPLATES_AT_MOST,
      what: "templates",
      code: "template_limit_reached",
    });
    const key = keys.templateContent(accountId, id);
    return {
      checks: [account, taken, ...room.checks],
      mutations: [
        put(keys.template(accountId, id), record),
        put(taken.key, id),
        ...replacedContent(context, { accountId, key, former: null, content }),
        ...room.mutations,
      ],
      result: { ...record, request },
    };
  });
}

async function renameTemplate(
  context: StoreContext,
  { accountId, templateId }: { readonly accountId: AccountId; readonly templateId: string },
  name: string,
): Promise<Template> {
  const renamed = await transaction(context, async (read) => {
    const former = await readRecord(read, accountId, templateId);
    const record: TemplateRecord = { ...former.value, name, updatedAt: context.clock.now() };
    const taken = await freeName(read, wantedName(record));
    return {
      checks: [former, taken],
      mutations: [
        put(former.key, record),
        ...taken.value === null ? [remove(wantedName(former.value).key), put(taken.key, templateId)] : [],
      ],
      result: record,
    };
  });
  const template = await withRequest(context, renamed);
  // The request body is missing because the template was deleted between the two reads.
  if (template === null) throw absent(templateId);
  return template;
}

async function deleteTemplate(context: StoreContext, accountId: AccountId, templateId: string): Promise<void> {
  await transaction(context, async (read) => {
    const record = await readRecord(read, accountId, templateId);
    const content = await read.get<StoredContent>(keys.templateContent(accountId, templateId));
    return {
      checks: [record],
      mutations: [
        remove(record.key),
        remove(wantedName(record.value).key),
        remove(content.key),
        ...chunksOf(content.value),
      ],
      result: undefined,
    };
  });
}

function wantedName(
  { accountId, id, name }: Pick<TemplateRecord, "accountId" | "id" | "name">,
): Parameters<typeof freeName>[1] {
  return { key: keys.templateOfName(accountId, name), name, id, what: "template" };
}

async function readRecord(
  read: Reader,
  accountId: AccountId,
  templateId: string,
): Promise<Deno.KvEntry<TemplateRecord>> {
  const entry = await read.get<TemplateRecord>(keys.template(accountId, templateId));
  if (entry.value === null) throw absent(templateId);
  return entry;
}

/** Adds the stored request body to the record of a template; null if the template was deleted meanwhile. */
async function withRequest(context: StoreContext, record: TemplateRecord): Promise<Template | null> {
  const { value } = await context.kv.get<StoredContent>(keys.templateContent(record.accountId, record.id));
  const content = value && await readContent(context, value);
  return content && { ...record, request: JSON.parse(new TextDecoder().decode(content)) };
}

function absent(templateId: string): DomainError {
  return new DomainError("not_found", `Cannot find template "${templateId}"`);
}
