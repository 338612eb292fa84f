import { DomainError, type Fault } from "../domain/errors.ts";
import { countedFaults, type Detail, type FoundFault, MOST_FAULTS } from "./told_faults.ts";

/** The faults of a request, in the order found. */
export class FaultList {
  readonly #faults: FoundFault[] = [];
  #count = 0;
  #tell: ((fault: FoundFault) => void) | null = null;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** How many it has been told, those that it does not tell on included. */
  get count(): number {
    return this.#count;
  }

  /** `detail` says what cannot be done with which value, and what would do. */
  add(pointer: FoundFault["pointer"], detail: Detail): void {
    this.#add({ pointer, detail });
  }

  /** Those found first, of as many as there are. */
  addAll(faults: readonly FoundFault[], count: number = faults.length): void {
    for (const fault of faults) this.#add(fault);
    this.#count += count - faults.length;
  }

  /** A list of the faults at `base` and below, to which pointers are relative: what it is told, this one is told. */
  within(base: string): FaultList {
    const below = new FaultList();
    below.#tell = ({ pointer, detail }) =>
      this.add(() => base + (typeof pointer === "string" ? pointer : pointer()), detail);
    return below;
  }

  /** A list of which this one is told the faults at some pointers alone. */
  only(isTold: (pointer: string) => boolean): FaultList {
    const list = new FaultList();
    list.#tell = ({ pointer, detail }) => {
      const place = typeof pointer === "string" ? pointer : pointer();
      if (isTold(place)) this.add(place, detail);
    };
    return list;
  }

  /** The faults told so far, and behind them how many are not: those past a hundred, or past what an answer takes. */
  get told(): readonly Fault[] {
    return countedFaults(this.#faults, this.#count);
  }

  /** Throws `validation_failed` with every fault, if there is one. */
  throwIfAny(): void {
    if (!this.isEmpty) throw this.refusal();
  }

  /** `validation_failed` with every fault. */
  refusal(): DomainError {
    const faults = this.told;
    const detail = this.#count === 1 ? faults[0].detail : `Cannot accept the request: it has ${this.#count} faults`;
    return new DomainError("validation_failed", detail, { faults });
  }

  #add(fault: FoundFault): void {
    this.#tell?.(fault);
    if (this.#count++ < MOST_FAULTS) this.#faults.push(fault);
  }
}
