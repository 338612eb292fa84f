import { submitSimulation as submit } from "../../../jobs/submit_job_of_run.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { jobOfRunRefusals, jobOfRunSubmission, submittedJobOfRun } from "../jobs/job_of_run_submission.ts";
import { presentSimulation, simulationBody, simulationRequestBody } from "./simulation_body.ts";
import { WORK_BOUND_NOTE } from "../jobs/work_bound_note.ts";

export const submitSimulation = defineEndpoint({
  ...jobOfRunSubmission,
  path: "/runs/{run_id}/monte_carlo",
  keyRefusal: "mc_api_key_not_supported",
  summary: "Submit a simulation of a method of a run",
  description:
    "The simulation reads only data that the run has stored. The same request with the same Idempotency-Key within 24 hours is " +
    `answered with the same simulation. ${WORK_BOUND_NOTE}`,
  body: simulationRequestBody,
  responses: {
    202: { description: "The simulation, accepted", body: simulationBody, headers: ["location"] },
    ...jobOfRunRefusals,
  },
}, async (input, dependencies) => {
  const { job, given } = await submittedJobOfRun(submit, input, dependencies);
  const body = await presentSimulation(dependencies, job, given);
  return { status: 202, headers: { location: `/mc/${job.id}` }, body };
});
