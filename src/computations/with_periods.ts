import type { AlignedHistory } from "../documents/aligned_history.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";

/**
 * Returns a run's request with the number of periods in a year by which its figures are annualised: its own number, or
 * the one that follows from the dates of its history. A history stored before this was recorded leaves it open.
 */
export function withPeriods<Request extends Pick<OptimizationRequest, "periods_per_year">>(
  request: Request,
  history: Pick<AlignedHistory, "data"> | null,
): Request {
  const periods = request.periods_per_year ?? history?.data.periods_per_year ?? null;
  return periods === null ? request : { ...request, periods_per_year: periods };
}
