import { z } from "zod";
import { defineEndpoint, problem } from "./endpoint.ts";

const name = z.strictObject({ name: z.string() });
const common = { method: "GET", path: "/a", rateLimit: "none", summary: "A" } as const;
const responses = { 200: { description: "A", body: name }, 404: problem("not_found") } as const;

Deno.test("the compiler refuses a response that the endpoint's contract does not have", () => {
  // @ts-expect-error a status that is not in the contract
  defineEndpoint({ ...common, credential: "public", responses }, () => ({ status: 201, body: { name: "x" } }));
  // @ts-expect-error a body without its field
  defineEndpoint({ ...common, credential: "public", responses }, () => ({ status: 200, body: {} }));
  // @ts-expect-error a problem that is returned and not thrown
  defineEndpoint({ ...common, credential: "public", responses }, () => ({ status: 404 }));
  const located = { 204: { description: "A", headers: ["location"] } } as const;
  // @ts-expect-error a promised header that is missing
  defineEndpoint({ ...common, credential: "public", responses: located }, () => ({ status: 204 }));
});

Deno.test("the compiler gives a handler an account only if the endpoint's contract requires a credential", () => {
  defineEndpoint(
    { ...common, credential: "public", responses },
    // @ts-expect-error nobody has signed in on a public route
    ({ account }) => ({ status: 200, body: { name: account.id } }),
  );
  defineEndpoint(
    { ...common, credential: "key or session", responses },
    ({ account }) => ({ status: 200, body: { name: account.id } }),
  );
  defineEndpoint(
    { ...common, credential: "session", responses },
    ({ principal }) => ({ status: 200, body: { name: principal.user.email } }),
  );
});
