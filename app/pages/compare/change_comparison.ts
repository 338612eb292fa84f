import { answered, api, changed, deleted } from "../../api.ts";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { type Comparison, comparisons } from "../runs/compare_runs.ts";
import { comparison } from "./surface.ts";

/** Changes the name or the runs of a comparison, and shows it. Throws a `Refusal` where the service refuses. */
export async function changeComparison(
  { comparison_id }: Comparison,
  body: { readonly name?: string; readonly run_ids?: string[] },
): Promise<void> {
  const reread = (): Promise<void> => comparisons.load("");
  const change = api.PATCH("/analytics/comparisons/{comparison_id}", { params: { path: { comparison_id } }, body });
  const value = await changed(change, { what: "comparison", reread });
  comparison.known(comparison_id).value = { value, refusal: null, isWaiting: false };
  await reread();
}

/** Deletes a comparison, says so, and can be undone. Tells a refusal. Resolves with whether it is gone. */
export async function deleteComparison({ comparison_id, name, run_ids }: Comparison): Promise<boolean> {
  try {
    await deleted(api.DELETE("/analytics/comparisons/{comparison_id}", { params: { path: { comparison_id } } }));
    const undo = async (): Promise<void> => {
      await answered(api.POST("/analytics/comparisons", { body: { name, run_ids } }));
      await comparisons.load("");
    };
    toast("Deleted the comparison", () => void undo().catch(toastRefusal));
    await comparisons.load("");
    return true;
  } catch (error) {
    toastRefusal(error);
    return false;
  }
}
