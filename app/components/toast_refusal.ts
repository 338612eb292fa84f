import { asRefusal } from "../refusal.ts";
import { toast } from "./toasts.tsx";

/** Says for some seconds why the service refused something that has no place of its own for it, such as an undo. */
export function toastRefusal(error: unknown): void {
  toast(asRefusal(error).message);
}
