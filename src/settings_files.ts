import { parseSigningKeys } from "./accounts/signing_keys.ts";
import { type Config, ConfigError, type Environment, loadConfig, type NamedFiles, namedFiles } from "./config.ts";
import { entryAt } from "./domain/entry_at.ts";
import { type PlanLimits, planLimits, planLimitsOverride } from "./domain/plan.ts";
import type { SigningKeySet } from "./domain/signing_key.ts";
import type { Certificate } from "./http/self_signed_certificate.ts";

/**
 * Contents of the files that the service's settings name, such as the TLS certificate and the signing keys. Certificate
 * and signing keys are null, and the plan limits the default ones, where a setting names no file.
 */
export interface SettingsFiles {
  readonly certificate: Certificate | null;
  readonly signingKeys: SigningKeySet | null;
  readonly planLimits: PlanLimits;
}

/**
 * Reads the settings of an environment and the files that they name. Throws a {@linkcode ConfigError} that names every
 * fault of both.
 */
export async function readSettings(environment: Environment): Promise<{ config: Config; files: SettingsFiles }> {
  const faults: string[] = [];
  const note = (error: unknown): null => {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    return null;
  };
  const config = configOrNull(environment, note);
  const files = await readSettingsFiles(namedFiles(environment)).catch(note);
  if (config === null || files === null) throw new ConfigError(faults);
  return { config, files };
}

function configOrNull({ variables, cores }: Environment, note: (error: unknown) => null): Config | null {
  try {
    return loadConfig(variables, { cores });
  } catch (error) {
    return note(error);
  }
}

/** Reads the files that settings name. Throws a {@linkcode ConfigError} that names every file that cannot be used. */
export async function readSettingsFiles(
  { tlsFiles, signingKeysFile, planLimitsFile }: NamedFiles,
): Promise<SettingsFiles> {
  const faults: string[] = [];
  const read = async <Content>(
    name: string,
    path: string | null,
    parse: (text: string) => Content,
  ): Promise<Content | null> => {
    if (path === null) return null;
    try {
      return parse(await Deno.readTextFile(path));
    } catch (error) {
      faults.push(`Cannot use ${name} ${JSON.stringify(path)}: ${reasonOf(error)}`);
      return null;
    }
  };
  const certificate = await read("TLS_CERT_FILE", tlsFiles?.certificate ?? null, (text) => pem(text, "CERTIFICATE"));
  const key = await read("TLS_KEY_FILE", tlsFiles?.key ?? null, (text) => pem(text, "PRIVATE KEY"));
  const signingKeys = await read("SIGNING_KEYS_FILE", signingKeysFile, parseSigningKeys);
  const override = await read("PLAN_LIMITS_FILE", planLimitsFile, parsePlanLimits);
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    certificate: certificate === null || key === null ? null : { certificate, key },
    signingKeys,
    planLimits: override ?? planLimits({}),
  };
}

function pem(text: string, kind: string): string {
  if (!new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text)) {
    throw new Error(`it is not a PEM file with a ${kind.toLowerCase()}`);
  }
  return text;
}

function parsePlanLimits(text: string): PlanLimits {
  const parsed = planLimitsOverride.safeParse(JSON.parse(text));
  if (parsed.success) return planLimits(parsed.data);
  const { path, message } = entryAt(parsed.error.issues, 0);
  throw new Error(`${path.length === 0 ? "" : `${path.join(".")}: `}${message}`);
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such file";
  if (error instanceof SyntaxError) return "it is not JSON";
  return error instanceof Error ? error.message : String(error);
}
