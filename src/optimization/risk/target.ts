import { boundedNumber } from "../../domain/bounded_number.ts";

/** Request parameter: the return per period below which a lower partial moment counts. */
export const target = boundedNumber.meta({ description: "The return per period below which a shortfall begins" })
  .default(0);
