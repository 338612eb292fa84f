import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Field } from "../../../components/field.tsx";
import { Figure } from "../../../components/figure.tsx";
import { NumberInput } from "../../../components/number_input.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import type { ShownResult } from "../shown_result.ts";
import { type Trade, tradesOf } from "../trades.ts";
import { numberFormatter } from "../../../format/formatters.ts";
import { LOCALES } from "../../../format/locale.ts";

/** What to buy and to sell to hold the weights of the chosen method: in money, and in whole lots where it has them. */
export function OrdersTab({ shown: { method, held, result } }: { readonly shown: ShownResult }): JSX.Element {
  const typed = useSignal<number | undefined>(undefined);
  const unread = useSignal<string | null>(null);
  const fault = unread.value ?? (typed.value !== undefined && typed.value <= 0 ? "A capital is above 0" : null);
  const { allocation } = method;
  const currency = allocation?.currency ?? result.currency;
  const capital = allocation !== null
    ? allocation.invested + allocation.cash
    : fault === null
    ? typed.value ?? null
    : null;
  const trades = useMemo(() => tradesOf(method, { held: held ?? {}, capital }), [method, held, capital]);
  const columns = useMemo(
    () => columnsOf({ hasHeld: held !== null, hasShares: allocation !== null, currency, hasCapital: capital !== null }),
    [held, allocation, currency, capital],
  );
  return (
    <div class="stack">
      {allocation === null
        ? (
          <div class="narrow-field">
            <Field
              label="Capital"
              hint="To see each trade in money. The run itself has no capital, so there are no whole lots."
              fault={fault}
            >
              {(attributes) => (
                <NumberInput
                  value={typed.value}
                  attributes={attributes}
                  onChange={(value) => typed.value = value}
                  onFault={(fault) => unread.value = fault}
                />
              )}
            </Field>
          </div>
        )
        : (
          <dl class="facts">
            <dt>Invested</dt>
            <dd>
              <Money value={allocation.invested} currency={currency} />
            </dd>
            <dt>Left in cash</dt>
            <dd>
              <Money value={allocation.cash} currency={currency} />
            </dd>
            <dt>Distance to the weights</dt>
            <dd>
              {allocation.gap === 0 ? "No other whole lots come closer to the weights." : (
                <>
                  Other lots may come closer by at most <Figure value={allocation.gap} as="percent" /> of the capital.
                </>
              )}
            </dd>
            {method.constraint_report === null || method.constraint_report.length === 0 ? null : (
              <>
                <dt>Your rules</dt>
                <dd>
                  The weights keep them. Whole lots need not: what they miss of the weights they may miss of a rule.
                </dd>
              </>
            )}
          </dl>
        )}
      <Table
        caption={held === null ? "What to buy" : "What to buy and to sell"}
        columns={columns}
        rows={trades}
        keyOf={({ asset }) => asset}
      />
    </div>
  );
}

interface Shape {
  readonly hasHeld: boolean;
  readonly hasShares: boolean;
  readonly hasCapital: boolean;
  readonly currency: string | null;
}

function columnsOf(
  { hasHeld, hasShares, hasCapital, currency }: Shape,
): readonly Column<Trade, JSX.Element | string>[] {
  const percentOf = (key: "held" | "target" | "change", title: string): Column<Trade, JSX.Element> => ({
    key,
    title,
    isNumber: true,
    value: (trade) => trade[key],
    show: (trade) => <Figure value={trade[key]} as="percent" signed={key === "change"} />,
  });
  return [
    { key: "asset", title: "Asset", value: ({ asset }) => asset, show: ({ asset }) => <bdi>{asset}</bdi> },
    { key: "action", title: "Action", value: ({ change }) => change > 0 ? "Buy" : change < 0 ? "Sell" : "Keep" },
    ...hasHeld ? [percentOf("held", "Held now")] : [],
    percentOf("target", hasShares ? "Weight of the lots" : "Weight"),
    ...hasHeld ? [percentOf("change", "Change")] : [],
    ...hasShares
      ? [{
        key: "shares",
        title: "Shares to hold",
        isNumber: true,
        value: ({ shares }: Trade) => shares,
        show: ({ shares }: Trade) => shares === null ? "–" : <data value={shares}>{units(shares)}</data>,
      }]
      : [],
    ...hasCapital
      ? [{
        key: "amount",
        title: "Amount",
        isNumber: true,
        value: ({ amount }: Trade) => amount,
        show: ({ amount }: Trade) => <Money value={amount} currency={currency} />,
      }]
      : [],
  ];
}

/** An amount of money in the currency of the run; a plain number where the run has none. */
function Money({ value, currency }: { readonly value: number | null; readonly currency: string | null }): JSX.Element {
  return currency === null
    ? <Figure value={value} as="ratio" />
    : <Figure value={value} as="money" currency={currency} />;
}

/** Writes a number of shares, or of units of a fund, which may have decimals. */
function units(shares: number): string {
  return numberFormatter(LOCALES, { maximumFractionDigits: 6 }).format(shares);
}
