/** How many checks of a scenario passed and failed. */
export interface ScenarioOutcome {
  readonly passed: number;
  readonly failed: number;
}

/** Package of the suite in the version of deno.json. */
const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";
const SUMMARY = /^[✓✗] ([\w/-]+): (\d+) passed, (\d+) failed/gm;
const ONLY = /^Passed: (\d+)\/\d+, (\d+) failed/m;

interface SuiteOptions {
  /** Certificate of the server, as a file; absent for one without TLS. */
  readonly certificate?: string;
  readonly onText?: (text: string) => void;
}

/**
 * Test helper. Runs the conformance suite of the protocol with the given arguments and returns the outcome of each
 * scenario by its name. `onText` gets all that it has told so far, each time that it tells more.
 */
export async function conformanceSuite(
  given: readonly string[],
  { certificate, onText = () => undefined }: SuiteOptions = {},
): Promise<{ readonly outcomes: ReadonlyMap<string, ScenarioOutcome>; readonly text: string }> {
  const permissions = ["--allow-net=127.0.0.1,localhost", "--allow-read", "--allow-env", "--allow-sys"];
  // Not `deno run`, whose main thread waits for itself while it reads this package for the first time.
  const args = ["x", "--no-prompt", "--quiet", ...permissions, SUITE, ...given];
  const env = certificate === undefined ? {} : { DENO_CERT: certificate };
  await using suite = new Deno.Command(Deno.execPath(), { args, env, stdout: "piped", stderr: "piped" }).spawn();
  const failure = new Response(suite.stderr).text();
  let text = "";
  for await (const part of suite.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    onText(text);
  }
  text += await failure;
  const outcomes = [...text.matchAll(SUMMARY)].map(([, name, passed, failed]) =>
    [name, { passed: Number(passed), failed: Number(failed) }] as const
  );
  return { outcomes: new Map(outcomes), text };
}

/** Test helper. Runs one scenario of the conformance suite against a server, for one revision of the protocol. */
export async function conformanceScenario(
  scenario: string,
  { url, revision }: { readonly url: string; readonly revision: string },
): Promise<ScenarioOutcome & { readonly text: string }> {
  const { text } = await conformanceSuite([
    ...["server", "--url", url],
    ...["--scenario", scenario, "--spec-version", revision],
  ]);
  const [, passed, failed] = ONLY.exec(text) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), text };
}
