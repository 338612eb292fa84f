/**
 * Program that parses workbooks from unknown senders in a process without permissions: it reads a request body from its
 * input and prints the statement or the refusal to its output.
 */
import { DomainError } from "../../domain/errors.ts";
import { statementOfBody } from "./answer_of_body.ts";
import { lineOfRefusal, linesOfStatement, READY, REFUSAL_CODES } from "./parser_answer.ts";

if (import.meta.main) {
  print([READY]);
  print(await answerTo(await new Response(Deno.stdin.readable).bytes()));
}

async function answerTo(body: Uint8Array): Promise<Iterable<string>> {
  try {
    return linesOfStatement(await statementOfBody(body));
  } catch (error) {
    const code = error instanceof DomainError ? REFUSAL_CODES.find((one) => one === error.code) : undefined;
    if (!(error instanceof DomainError) || code === undefined) throw error;
    return [lineOfRefusal({ code, detail: error.message, faults: error.faults })];
  }
}

function print(lines: Iterable<string>): void {
  const bytes = new TextEncoder().encode([...lines, ""].join("\n"));
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
