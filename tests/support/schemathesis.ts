import type { RunningService } from "./running_service.ts";

/** The program of PyPI's `schemathesis`, where that is not the one on the path. */
const PROGRAM = Deno.env.get("SCHEMATHESIS") ?? "schemathesis";
let isThere: boolean | null = null;

/** Whether requests can be made of the OpenAPI document here; says so once where not. */
export function hasSchemathesis(): boolean {
  if (isThere !== null) return isThere;
  isThere = canStart();
  // deno-lint-ignore no-console
  if (!isThere) console.log("Skipped requests made of the OpenAPI document: set SCHEMATHESIS to its program");
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
  /** `Name: value` of the credential. */
  readonly header: string;
  /** Cases of an operation at most. */
  readonly cases: number;
  readonly seed: number;
  /** Values of parameters of paths that name something there is, by name. */
  readonly known: Readonly<Record<string, string>>;
}

/** What came of it: how many requests were made, and what is wrong with answers, null where nothing is. */
export interface Fuzzed {
  readonly cases: number;
  readonly failure: string | null;
}

/** What every answer is held against: no 500, and status, type, headers and body as the document promises. */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

/** They would end the credential that the requests go by. */
const LEFT_OUT = "^(/auth/logout|/users/me)$";

/** Sends a service requests that are made of its own OpenAPI document, right and wrong ones. */
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
        ...["--continue-on-failure", "--warnings", "off", "--no-color", "--request-timeout", "300"],
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
