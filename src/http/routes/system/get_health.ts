import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";

export const getHealth = defineEndpoint({
  method: "GET",
  path: "/health",
  credential: "public",
  rateLimit: "none",
  summary: "Check whether the process is alive",
  responses: {
    200: {
      description: "The process is alive",
      body: z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" }),
    },
  },
}, () => ({ status: 200, body: { status: "ok" } }));
