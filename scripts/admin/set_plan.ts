import { PLAN_NAMES } from "../../src/domain/plan.ts";
import type { Command } from "./command.ts";
import { memberOfEmail } from "./member_of_email.ts";
import { UsageError } from "./usage_error.ts";

export const setPlan: Command = {
  name: "set-plan",
  parameters: ["email", "plan"],
  summary: `Puts an account on a plan: ${PLAN_NAMES.join(", ")}`,
  async run([email = "", given], context) {
    const plan = PLAN_NAMES.find((name) => name === given);
    if (plan === undefined) throw new UsageError(`Cannot find plan "${given}": there are ${PLAN_NAMES.join(", ")}`);
    const store = await context.store();
    const { account } = await memberOfEmail(email, store);
    await store.accounts.setPlan(account.id, plan);
    context.print(`${email} is on plan ${plan}`);
  },
};
