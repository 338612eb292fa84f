const noted = new Set<string>();

/** Name of a program that some tests need beside Deno, and that `.ci/run` installs. */
export type Program = "Chromium" | "Firefox" | "HAProxy" | "mcp" | "moto" | "PostgreSQL" | "schemathesis";

/**
 * Test helper. Records that a program is not installed, so that the tests that need it are skipped. The test runner
 * prints one line about it for all test files; without the runner, this function prints it.
 */
export function noteAbsentProgram(program: Program): void {
  noteAbsence(program, `${program} is not installed: the tests that need it are skipped`);
}

/**
 * Test helper. Records once for each name `what` that the machine lacks something that tests need, such as the right to
 * mount a disk, so that these tests are skipped. Writes the name to a file for the test runner; without the runner,
 * prints the sentence.
 */
export function noteAbsence(what: string, sentence: string): void {
  if (noted.has(what)) return;
  noted.add(what);
  const file = Deno.env.get("TEST_ABSENCES_FILE");
  if (file !== undefined) return Deno.writeTextFileSync(file, `${what}\n`, { append: true });
  // deno-lint-ignore no-console
  console.warn(sentence);
}
