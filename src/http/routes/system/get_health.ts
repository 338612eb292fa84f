import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";

export const getHealth = defineEndpoint({
  method: "GET",
  path: "/health",
  credential: "public",
  rateLimit: "none",
  summary: "Tell whether the process lives",
  responses: {
    200: { description: "The process lives", body: z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" }) },
  },
}, () => ({ status: 200, body: { status: "ok" } }));
