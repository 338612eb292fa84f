import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";

export const getReadiness = defineEndpoint({
  method: "GET",
  path: "/ready",
  credential: "public",
  rateLimit: "none",
  summary: "Check whether requests can be served",
  responses: {
    200: {
      description: "The store can be written, and the process was not told to stop",
      body: z.strictObject({ status: z.literal("ready") }).meta({ id: "Readiness" }),
    },
    503: problem("not_ready"),
  },
}, async (_input, { readiness }: Pick<Dependencies, "readiness">) => {
  if (readiness.isEnding) throw new DomainError("not_ready", "The process stops: ask another one");
  if (!await readiness.isReady()) throw new DomainError("not_ready", "The store cannot be written");
  return { status: 200, body: { status: "ready" } };
});
