import assert from "node:assert/strict";
import { answerAddress } from "./answer_address.ts";

Deno.test("an answer is added to the redirect address, which stays letter for letter with its own query", () => {
  const answer = (redirectAddress: string, state: string | null) =>
    answerAddress({ redirectAddress, state }, { code: "c" }, "https://service.example");
  const iss = "iss=https%3A%2F%2Fservice.example";
  assert.equal(answer("https://a.example/x", "s t&u"), `https://a.example/x?code=c&state=s+t%26u&${iss}`);
  assert.equal(answer("https://a.example/x?b=%7E", null), `https://a.example/x?b=%7E&code=c&${iss}`);
  assert.equal(answer("https://a.example/x?", null), `https://a.example/x?code=c&${iss}`);
});
