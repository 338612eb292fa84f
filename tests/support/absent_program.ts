const noted = new Set<string>();

/** The programs beside Deno that some tests need; `.ci/run` installs them. */
export type Program = "Chromium" | "HAProxy" | "moto" | "schemathesis";

/**
 * Notes that a program which tests need is not installed, so that these tests are skipped. The runner of the tests says
 * it in one line for all files; without the runner this module prints it.
 */
export function noteAbsentProgram(program: Program): void {
  noteAbsence(program, `${program} is not installed: the tests that need it are skipped`);
}

/** Notes in the same way that the machine lacks something else that tests need, such as the right to mount a disk. */
export function noteAbsence(what: string, sentence: string): void {
  if (noted.has(what)) return;
  noted.add(what);
  const file = Deno.env.get("TEST_ABSENCES_FILE");
  if (file !== undefined) return Deno.writeTextFileSync(file, `${what}\n`, { append: true });
  // deno-lint-ignore no-console
  console.warn(sentence);
}
