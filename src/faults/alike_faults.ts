import { isCalendarDate } from "./calendar_date.ts";
import type { FaultList } from "./fault_list.ts";

/** Fault of one value among those of a list that may have many. */
export interface FaultOfValue {
  readonly pointer: string;
  readonly detail: string;
  /** Where the value is: "2024-01-05", or "row 4". */
  readonly place: string;
}

/** Number of faults of one cause that are told one by one. Of more, these are the examples. */
const MOST_TOLD = 3;

interface Cause {
  readonly first: FaultOfValue[];
  count: number;
}

/** Collects the faults of the values of one list. Many of one cause become one, with their count and three places. */
export class AlikeFaults {
  readonly #causes = new Map<string, Cause>();

  /** Adds the fault of a value, which is alike all others of its cause. */
  add(cause: string, fault: FaultOfValue): void {
    const alike = this.#causes.get(cause) ?? { first: [], count: 0 };
    this.#causes.set(cause, alike);
    alike.count++;
    if (alike.first.length < MOST_TOLD) alike.first.push(fault);
  }

  /** Reports what was collected. A fault that stands for many has the pointer of the first of them. */
  tell(faults: FaultList): void {
    for (const { first, count } of this.#causes.values()) {
      const [one, second, third] = first;
      if (one === undefined || second === undefined || third === undefined || count <= MOST_TOLD) {
        faults.addAll(first);
        continue;
      }
      const places = `first at ${one.place}, ${second.place} and ${third.place}`;
      faults.add(one.pointer, `${one.detail}; ${count} such faults, ${places}`);
    }
  }
}

/** Returns the place of a row for a fault: its day, or its number from 0 where its day cannot be read. */
export function placeOfRow(dates: readonly string[], row: number): string {
  const date = dates[row];
  return date !== undefined && isCalendarDate(date) ? date : `row ${row}`;
}
