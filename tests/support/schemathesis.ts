import { noteAbsentProgram } from "./absent_program.ts";
import type { RunningService } from "./running_service.ts";
import { DEADLINE_MS } from "./until.ts";

/**
 * Path of the executable of PyPI's `schemathesis`. The variable `SCHEMATHESIS` replaces the default on the search path.
 */
const PROGRAM = Deno.env.get("SCHEMATHESIS") ?? "schemathesis";
let isThere: boolean | null = null;

/**
 * Whether schemathesis, a program that generates requests from an OpenAPI document, is installed. Notes it for the test
 * runner if not.
 */
export function hasSchemathesis(): boolean {
  if (isThere !== null) return isThere;
  isThere = canStart();
  if (!isThere) noteAbsentProgram("schemathesis");
  return isThere;
}

function canStart(): boolean {
  try {
    return new Deno.Command(PROGRAM, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

export interface DocumentFuzzing {
  /** Request header with the credential of the fuzzed requests, as `Name: value`. */
  readonly header: string;
  /** Largest number of requests that schemathesis generates for each operation of the API. */
  readonly cases: number;
  readonly seed: number;
  /** Values of path parameters, by name, that refer to existing records, such as the id of a run. */
  readonly known: Readonly<Record<string, string>>;
}

/**
 * Outcome of fuzzing: the number of generated requests, and the report of schemathesis about faulty responses; null if
 * there are none.
 */
export interface Fuzzed {
  readonly cases: number;
  readonly failure: string | null;
}

/**
 * Names of the schemathesis checks on every response: no status 500, and status, media type, headers and body as the
 * OpenAPI document promises.
 */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

/** Longest time that the program waits for an answer, and for the OpenAPI document, in seconds. */
const PATIENCE_SECONDS = String(DEADLINE_MS / 1_000);

/**
 * Regular expression of the paths to which no fuzzed request is sent, because they would end the credential of the
 * requests.
 */
const LEFT_OUT = "^(/auth/logout|/users/me)$";

/** Fuzzes a service with valid and invalid requests that schemathesis generates from the service's OpenAPI document. */
export async function fuzzByDocument(service: RunningService, fuzzing: DocumentFuzzing): Promise<Fuzzed> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/authority.pem`, service.certificate);
    await Deno.writeTextFile(`${folder}/schemathesis.toml`, settingsOf(fuzzing.known));
    const { success, stdout, stderr } = await new Deno.Command(PROGRAM, {
      cwd: folder,
      args: [
        ...["run", `${service.url}/openapi.json`, "--tls-verify", "authority.pem", "--header", fuzzing.header],
        ...["--max-examples", String(fuzzing.cases), "--seed", String(fuzzing.seed), "--phases", "fuzzing"],
        ...["--checks", CHECKS.join(), "--exclude-path-regex", LEFT_OUT, "--suppress-health-check", "all"],
        // The time in which it waits for the document is its own, and a busy machine exceeds it: so it may ask again.
        ...["--continue-on-failure", "--warnings", "off", "--no-color", "--request-timeout", PATIENCE_SECONDS],
        ...["--wait-for-schema", PATIENCE_SECONDS],
      ],
    }).output();
    const output = new TextDecoder().decode(stdout);
    const cases = /^ *(\d+) generated/m.exec(output);
    const said = success && cases !== null ? null : output + new TextDecoder().decode(stderr);
    return { cases: Number(cases?.[1] ?? 0), failure: said };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function settingsOf(known: Readonly<Record<string, string>>): string {
  const lines = Object.entries(known).map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`);
  return ["[parameters]", ...lines, ""].join("\n");
}
