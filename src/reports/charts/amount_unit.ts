/** Unit in which charts write large amounts of money: thousands, millions or billions. */
export interface AmountUnit {
  readonly name: string;
  readonly size: number;
}

const UNITS = [
  { name: "bn", size: 1e9, from: 1e9 },
  { name: "M", size: 1e6, from: 1e6 },
  { name: "k", size: 1e3, from: 1e4 },
];

/** Returns the unit for an amount: billions, millions, or thousands from 10,000 on; null for smaller amounts. */
export function amountUnit(amount: number): AmountUnit | null {
  return UNITS.find(({ from }) => Math.abs(amount) >= from) ?? null;
}

/** Formats an amount with about four digits and its unit: `1.234`, `56.78k`, `1.5M`. */
export function shortAmount(amount: number): string {
  const unit = amountUnit(amount);
  const value = Number((amount / (unit?.size ?? 1)).toPrecision(4));
  return `${value}${unit?.name ?? ""}`;
}
