const noted = new Set<string>();

/** Type of the names of the programs beside Deno that some tests need and `.ci/run` installs. */
export type Program = "Chromium" | "HAProxy" | "moto" | "schemathesis";

/**
 * Test helper. Records that a program which tests need is not installed, so that these tests are skipped. The test
 * runner prints one line for all files; without the runner this module prints it.
 */
export function noteAbsentProgram(program: Program): void {
  noteAbsence(program, `${program} is not installed: the tests that need it are skipped`);
}

/**
 * Test helper. Records that the machine lacks something that tests need, such as the right to mount a disk, so that
 * these tests are skipped. Without the test runner it prints the sentence.
 */
export function noteAbsence(what: string, sentence: string): void {
  if (noted.has(what)) return;
  noted.add(what);
  const file = Deno.env.get("TEST_ABSENCES_FILE");
  if (file !== undefined) return Deno.writeTextFileSync(file, `${what}\n`, { append: true });
  // deno-lint-ignore no-console
  console.warn(sentence);
}
