import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { boundedName } from "../../domain/bounded_name.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { dayOf, isCalendarDate } from "../../faults/calendar_date.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { shown } from "../../faults/schema_faults.ts";
import { conversionsOf, type Currencies, MOST_DAYS_BEFORE } from "../conversion.ts";
import { HISTORY_LIMITS, type OwnHistory } from "./history.ts";
import type { Part } from "./part.ts";

/** Largest number of currencies in one request. */
const MOST_CURRENCIES = 100;

const currency = z.string().regex(/^[A-Z]{3}$/, {
  error: ({ input }) => `Cannot read ${shown(input)} as a currency: three capital letters are needed, such as USD`,
});

const schema = z.strictObject({
  currencies: z.record(boundedName, currency).optional().meta({
    description: "The currency of the prices of each asset: {asset: currency}. Assets that are not named have their " +
      "prices in base_currency. Only for own prices; a benchmark sent as prices is in base_currency",
  }),
  base_currency: currency.optional().meta({
    description: "The currency that prices in other currencies are converted to",
  }),
  exchange_rates: z.strictObject({
    dates: z.array(z.string()).min(1).max(HISTORY_LIMITS.rows).meta({
      description: "Days of the rates as YYYY-MM-DD, ascending",
    }),
    series: z.record(
      currency,
      z.array(z.number().positive().nullable()).meta({
        description: "Units of base_currency for one unit of the currency, a rate for each of the dates",
      }),
    ).meta({ description: "Rates of each currency: {currency: [rate]}" }),
  }).optional().meta({
    description: `The rates by which prices are converted. A price takes the rate of its day, or the last one of at ` +
      `most ${MOST_DAYS_BEFORE} days before`,
  }),
});

/** Definition of the request fields for the currencies of own prices, which are converted to one. */
export const currenciesPart = {
  schema,
  rules(sent, { assets, history }, faults) {
    const { currencies, base_currency: base, exchange_rates: rates } = sent;
    if (currencies === undefined) {
      if (base !== undefined) faults.add("/base_currency", idle("base_currency"));
      if (rates !== undefined) faults.add("/exchange_rates", idle("exchange_rates"));
      return;
    }
    if (history?.kind !== "prices") {
      faults.add("/currencies", "Cannot convert anything but own prices: leave currencies out, or send prices");
      return;
    }
    const before = faults.count;
    checkCurrencies(currencies, { base, rates, assets }, faults);
    if (rates !== undefined) checkRates(rates, base, faults);
    if (faults.count > before) return;
    for (const { currency, without, first } of conversionsOf(sent, history.table)) {
      if (without === 0 || first === null) continue;
      faults.add(
        `/exchange_rates/series${jsonPointer(currency)}`,
        `Cannot convert prices of ${without} ${without === 1 ? "day" : "days"}, the first of them ${first}: there is ` +
          `no rate of ${currency} for the day or the ${MOST_DAYS_BEFORE} days before`,
      );
    }
  },
} satisfies Part<
  Currencies,
  { readonly assets: readonly AssetId[]; readonly history: OwnHistory | null },
  Currencies
>;

function idle(field: string): string {
  return `Cannot use "${field}" without currencies: name the currency of each asset, or leave it out`;
}

function checkCurrencies(
  currencies: NonNullable<Currencies["currencies"]>,
  { base, rates, assets }: {
    readonly base: string | undefined;
    readonly rates: Currencies["exchange_rates"];
    readonly assets: readonly AssetId[];
  },
  faults: FaultList,
): void {
  const known = new Set<string>(assets);
  if (base === undefined) {
    faults.add("/currencies", 'Cannot convert prices without "base_currency": name the currency to convert to');
  }
  for (const [asset, currency] of Object.entries(currencies)) {
    const pointer = `/currencies${jsonPointer(asset)}`;
    if (!known.has(asset)) {
      faults.add(pointer, `Cannot give a currency to "${asset}", which is not an asset of the run`);
    } else if (base !== undefined && currency !== base && !Object.hasOwn(rates?.series ?? {}, currency)) {
      faults.add(pointer, `Cannot convert ${currency} to ${base}: send its rates in "exchange_rates"`);
    }
  }
}

function checkRates(
  { dates, series }: NonNullable<Currencies["exchange_rates"]>,
  base: string | undefined,
  faults: FaultList,
): void {
  dates.forEach((date, row) => {
    const pointer = `/exchange_rates/dates/${row}`;
    if (!isCalendarDate(dayOf(date))) {
      faults.add(pointer, `Cannot read ${shown(date)} as a date: a day as YYYY-MM-DD is needed`);
      return;
    }
    const before = dates[row - 1];
    if (before !== undefined && dayOf(date) <= dayOf(before)) {
      faults.add(pointer, `Cannot take date ${date} after ${before}: dates must ascend`);
    }
  });
  const names = Object.keys(series);
  if (names.length > MOST_CURRENCIES) {
    faults.add("/exchange_rates/series", `Cannot take ${names.length} currencies: at most ${MOST_CURRENCIES}`);
  }
  for (const [name, { length }] of Object.entries(series)) {
    const pointer = `/exchange_rates/series${jsonPointer(name)}`;
    if (length !== dates.length) {
      faults.add(pointer, `Cannot use the ${length} rates of ${name} for ${dates.length} dates`);
    }
    if (name === base) faults.add(pointer, `Cannot take a rate of ${name}, which is the base_currency: leave it out`);
  }
}
