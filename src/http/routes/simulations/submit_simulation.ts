import { submitSimulation as submit } from "../../../jobs/submit_child.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { acceptedChild, childRefusals, childSubmission } from "../jobs/child_submission.ts";
import { presentSimulation, simulationBody, simulationRequestBody } from "./simulation_body.ts";

export const submitSimulation = defineEndpoint({
  ...childSubmission,
  path: "/runs/{run_id}/monte_carlo",
  keyRefusal: "mc_api_key_not_supported",
  summary: "Submit a simulation of a method of a run",
  description:
    "It reads nothing but what the run kept. The same request with the same Idempotency-Key within 24 hours is " +
    "answered with the same simulation.",
  body: simulationRequestBody,
  responses: {
    202: { description: "The simulation, accepted", body: simulationBody, headers: ["location"] },
    ...childRefusals,
  },
}, async (input, dependencies) => {
  const { job, given } = await acceptedChild(submit, input, dependencies);
  const body = await presentSimulation(dependencies, job, given);
  return { status: 202, headers: { location: `/mc/${job.id}` }, body };
});
