import { z } from "zod";
import { requestSchema } from "../../../jobs/request_schema.ts";

const { $schema: _dialect, ...shape } = z.toJSONSchema(requestSchema, { io: "input" });

/** The body of POST /jobs as it is documented. Nothing is checked here: `submitRun` tells every fault of it at once. */
export const submissionBody = z.unknown().meta({ ...shape, id: "Submission" });
