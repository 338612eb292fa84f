import { DomainError, type Fault } from "../domain/errors.ts";

/** More faults than these are counted, not told: a broken file has one in every cell. */
const MOST_TOLD = 100;

/** The faults of a request, in the order found. */
export class FaultList {
  readonly #faults: Fault[] = [];
  #untold = 0;
  #tell: ((pointer: string, detail: string) => void) | null = null;

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  /** `detail` says what cannot be done with which value, and what would do. */
  add(pointer: string, detail: string): void {
    this.#tell?.(pointer, detail);
    if (this.#faults.length < MOST_TOLD) this.#faults.push({ pointer, detail });
    else this.#untold++;
  }

  addAll(faults: readonly Fault[]): void {
    for (const { pointer, detail } of faults) this.add(pointer, detail);
  }

  /** A list of the faults at `base` and below, to which pointers are relative: what it is told, this one is told. */
  within(base: string): FaultList {
    const below = new FaultList();
    below.#tell = (pointer, detail) => this.add(base + pointer, detail);
    return below;
  }

  /** The faults told so far. */
  get told(): readonly Fault[] {
    return this.#untold === 0
      ? [...this.#faults]
      : [...this.#faults, { pointer: "", detail: `Cannot list ${this.#untold} more faults` }];
  }

  /** Whether a fault lies at a pointer or below it. */
  has(pointer: string): boolean {
    return this.#faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
  }

  /** Throws `validation_failed` with every fault, if there is one. */
  throwIfAny(): void {
    if (!this.isEmpty) throw this.refusal();
  }

  /** `validation_failed` with every fault. */
  refusal(): DomainError {
    const count = this.#faults.length + this.#untold;
    const detail = count === 1 ? this.#faults[0].detail : `Cannot accept the request: it has ${count} faults`;
    return new DomainError("validation_failed", detail, { faults: this.told });
  }
}
