/** How many checks of a scenario passed and failed. */
export interface ScenarioOutcome {
  readonly passed: number;
  readonly failed: number;
}

/** Package of the suite in the version of deno.json. */
const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";
const SUMMARY = /^[✓✗] ([\w/-]+): (\d+) passed, (\d+) failed/gm;
const ONLY = /^Passed: (\d+)\/\d+, (\d+) failed/m;

/**
 * Milliseconds without a word of a suite that has just started, after which its process is ended. The runtime was seen
 * to block for ever, by its own locks, before it ran the program.
 */
const SILENT_MS = 120_000;
const STARTS = 3;
/** Letters of the end of what a runtime tells that are shown. */
const LOGGED_LETTERS = 8_000;

interface SuiteOptions {
  /** Certificate of the server, as a file; absent for one without TLS. */
  readonly certificate?: string;
  readonly onText?: (text: string) => void;
}

/**
 * Test helper. Runs the conformance suite of the protocol with the given arguments and returns the outcome of each
 * scenario by its name. `onText` gets all that it has told so far, each time that it tells more. A suite that never
 * began is started again.
 */
export async function conformanceSuite(
  given: readonly string[],
  options: SuiteOptions = {},
): Promise<{ readonly outcomes: ReadonlyMap<string, ScenarioOutcome>; readonly text: string }> {
  let text: string | null = null, log = "";
  for (let start = 1; start <= STARTS && text === null; start++) {
    // The last start tells what the runtime does, for whoever looks for the cause.
    ({ text, log } = await toldBySuite(given, {
      ...options,
      saying: start < STARTS ? "--quiet" : "--log-level=debug",
    }));
  }
  if (text === null) throw new Error(`The suite told nothing within ${SILENT_MS} ms, ${STARTS} times:\n${log}`);
  const outcomes = [...text.matchAll(SUMMARY)].map(([, name, passed, failed]) =>
    [name, { passed: Number(passed), failed: Number(failed) }] as const
  );
  return { outcomes: new Map(outcomes), text };
}

/** Returns all that a suite has told, null where its process was ended because it told nothing, and its last errors. */
async function toldBySuite(
  given: readonly string[],
  { certificate, onText = () => undefined, saying }: SuiteOptions & {
    readonly saying: "--quiet" | "--log-level=debug";
  },
): Promise<{ readonly text: string | null; readonly log: string }> {
  const permissions = ["--allow-net=127.0.0.1,localhost", "--allow-read", "--allow-env", "--allow-sys"];
  const args = ["run", "--no-prompt", saying, ...permissions, SUITE, ...given];
  const env = certificate === undefined ? {} : { DENO_CERT: certificate };
  await using suite = new Deno.Command(Deno.execPath(), { args, env, stdout: "piped", stderr: "piped" }).spawn();
  const failure = new Response(suite.stderr).text();
  let text = "", isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    suite.kill("SIGKILL");
  }, SILENT_MS);
  for await (const part of suite.stdout.pipeThrough(new TextDecoderStream())) {
    clearTimeout(silence);
    text += part;
    onText(text);
  }
  clearTimeout(silence);
  const log = await failure;
  return { text: isSilent ? null : text + log, log: log.slice(-LOGGED_LETTERS) };
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
