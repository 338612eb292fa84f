import { entryAt } from "../domain/entry_at.ts";
import type { Doubt } from "../domain/doubt.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import { countedFaults, type Detail, type FoundFault, MOST_FAULTS } from "./told_faults.ts";

/** Collects the faults of a request in the order in which they are found. */
export class FaultList {
  readonly #faults: FoundFault[] = [];
  #count = 0;
  #tell: ((fault: FoundFault) => void) | null = null;
  readonly #doubts: readonly Doubt[];

  /** Creates an empty list. The refusal carries the given doubts, such as those about a file that was read before. */
  constructor({ doubts = [] }: { readonly doubts?: readonly Doubt[] } = {}) {
    this.#doubts = doubts;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Number of all faults added to the list, including those that the answer leaves out. */
  get count(): number {
    return this.#count;
  }

  /** Adds a fault to the list. `detail` says what cannot be done with which value, and what would work instead. */
  add(pointer: FoundFault["pointer"], detail: Detail): void {
    this.#add({ pointer, detail });
  }

  /**
   * Adds the given faults to the list. `count` is the number of all that were found; those that are not given are only
   * counted.
   */
  addAll(faults: readonly FoundFault[], count: number = faults.length): void {
    for (const fault of faults) this.#add(fault);
    this.#count += count - faults.length;
  }

  /**
   * Returns a list for faults below the JSON pointer `base`. Its pointers are relative to `base`, and each fault added
   * to it is added to this list too.
   */
  within(base: string): FaultList {
    const below = new FaultList();
    below.#tell = ({ pointer, detail }) =>
      this.add(() => base + (typeof pointer === "string" ? pointer : pointer()), detail);
    return below;
  }

  /** Returns a list of faults. A fault added to it is added to this list too if its pointer is accepted. */
  only(isTold: (pointer: string) => boolean): FaultList {
    const list = new FaultList();
    list.#tell = ({ pointer, detail }) => {
      const place = typeof pointer === "string" ? pointer : pointer();
      if (isTold(place)) this.add(place, detail);
    };
    return list;
  }

  /**
   * Returns the listed faults, followed by a count of those left out. At most a hundred faults are listed, and only as
   * many as fit into an answer.
   */
  get told(): readonly Fault[] {
    return countedFaults(this.#faults, this.#count);
  }

  /**
   * Throws `validation_failed` with the faults of the list, as many as fit into an answer; does nothing if the list is
   * empty.
   */
  throwIfAny(): void {
    if (!this.isEmpty) throw this.refusal();
  }

  /** Returns a `validation_failed` error with the faults of the list, as many as fit into an answer. */
  refusal(): DomainError {
    const faults = this.told;
    const detail = this.#count === 1
      ? entryAt(faults, 0).detail
      : `Cannot accept the request: it has ${this.#count} faults`;
    return new DomainError("validation_failed", detail, { faults, doubts: this.#doubts });
  }

  #add(fault: FoundFault): void {
    this.#tell?.(fault);
    if (this.#count++ < MOST_FAULTS) this.#faults.push(fault);
  }
}
