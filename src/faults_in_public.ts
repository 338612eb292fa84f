import { isExposed, isLoopback } from "./setting_forms.ts";
import { isUnencryptedPostgres } from "./store/postgres/postgres_address.ts";

/**
 * Type of the settings that are safe on a private machine but may be unsafe if other people can reach the service, such
 * as a mail URL or rate limits that are off.
 */
export interface ExposedSettings {
  readonly PUBLIC_URL?: string | undefined;
  readonly MAIL_URL: string;
  readonly RATE_LIMITS: "on" | "off";
  readonly KV_PATH?: string | undefined;
  readonly ARTIFACTS_URL?: string | undefined;
  readonly OTEL_DENO?: string | undefined;
  readonly OTEL_DENO_TRACING?: string | undefined;
}

/**
 * Returns a sentence for each setting that is fine on a private machine but unsafe behind a public `PUBLIC_URL`. `urls`
 * holds the addresses of market data providers by name.
 */
export function faultsInPublic(set: ExposedSettings, urls: Readonly<Record<string, string>>): readonly string[] {
  const { PUBLIC_URL, MAIL_URL, RATE_LIMITS, KV_PATH = "", ARTIFACTS_URL } = set;
  const tracing = set.OTEL_DENO_TRACING ?? set.OTEL_DENO ?? "false";
  if (PUBLIC_URL === undefined || isLoopback(PUBLIC_URL)) return [];
  const endpoint = ARTIFACTS_URL === undefined ? null : new URL(ARTIFACTS_URL).searchParams.get("endpoint");
  const exposed = [
    ...isExposed(KV_PATH) ? ["KV_PATH"] : [],
    ...endpoint !== null && isExposed(endpoint) ? ["ARTIFACTS_URL"] : [],
    ...Object.entries(urls).flatMap(([name, url]) => isExposed(url) ? [`PROVIDER_${name.toUpperCase()}_URL`] : []),
  ];
  const beside = `with the public PUBLIC_URL ${PUBLIC_URL}`;
  return [
    ...MAIL_URL === "print:"
      ? [`Cannot use MAIL_URL print: ${beside}: the links of mails would be written to the log; set smtps://…`]
      : [],
    ...RATE_LIMITS === "off" ? [`Cannot use RATE_LIMITS=off ${beside}: leave it out`] : [],
    ...["true", "1"].includes(tracing)
      ? [
        `Cannot export traces ${beside}: the runtime writes the whole address of each request into them, including the ` +
        "tokens of links; set OTEL_DENO_TRACING=false, and OTEL_DENO=true still exports logs and metrics",
      ]
      : [],
    ...isUnencryptedPostgres(KV_PATH)
      ? [`Cannot use KV_PATH with sslmode=disable ${beside}: leave sslmode out, and the connection is encrypted`]
      : [],
    ...exposed.map((name) => `Cannot use ${name} over http: ${beside}: set an address that begins with https://`),
  ];
}
