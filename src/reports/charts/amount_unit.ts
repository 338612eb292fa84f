/** What large amounts are written in. */
export interface AmountUnit {
  readonly name: string;
  readonly size: number;
}

const UNITS = [
  { name: "bn", size: 1e9, from: 1e9 },
  { name: "M", size: 1e6, from: 1e6 },
  { name: "k", size: 1e3, from: 1e4 },
];

/** The unit of an amount: billions, millions, or thousands from 10,000 on; null below. */
export function amountUnit(amount: number): AmountUnit | null {
  return UNITS.find(({ from }) => Math.abs(amount) >= from) ?? null;
}

/** An amount in about four digits and its unit: `1.234`, `56.78k`, `1.5M`. */
export function shortAmount(amount: number): string {
  const unit = amountUnit(amount);
  const value = Number((amount / (unit?.size ?? 1)).toPrecision(4));
  return `${value}${unit?.name ?? ""}`;
}
