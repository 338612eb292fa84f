import { type DayOrder, isoDay, type WrittenDay, writtenDay } from "./written_day.ts";

/** Days of a column, as all of its cells together tell them. */
export interface ReadDays {
  /** The day of each text as YYYY-MM-DD; null where the text is none. */
  readonly days: readonly (string | null)[];
  /** Sentences about texts that are no day, by their places. */
  readonly faults: readonly DayFault[];
  /** Sentence that says why the days of the whole column cannot be read; null where they can. */
  readonly problem: string | null;
  readonly notes: readonly DayNote[];
  /** Places of years beside months: rows of an annual table behind the monthly one. */
  readonly years: readonly number[];
}

export interface DayFault {
  readonly at: number;
  /** Kind of the fault, by which equal ones are counted together. */
  readonly cause: string;
  readonly why: string;
}

/** How the days of a column were taken, with an example. */
export interface DayNote {
  readonly from: string;
  readonly to: string;
  /** Half a sentence that says why, for example `day first, because "31/01/2024" can be nothing else`. */
  readonly why: string;
  /** Whether another reading is possible. */
  readonly isUnsure: boolean;
}

type Form = WrittenDay["form"];
type Of<Kind extends Form> = Extract<WrittenDay, { readonly form: Kind }>;
const ORDERS: readonly DayOrder[] = ["day first", "month first", "year first"];
const NEEDED = "a day as YYYY-MM-DD is needed";
/** Days from 1900 to 1904: spreadsheets number days from the one or the other. */
const DAYS_TO_1904 = 1462;
const HALF_DAY_MS = 43_200_000;
const DAY_MS = 86_400_000;
/** Times of day in UTC at which a day begins in India, and in central and western Europe. */
const MIDNIGHTS_BEFORE = new Set(["18:30", "22:00", "23:00"]);

/** Reads the days of a column from its different texts, in the order in which they first appear. */
export function readDays(texts: readonly string[]): ReadDays {
  const written = texts.map(writtenDay);
  const form = mainForm(written);
  const places = written.flatMap((one, at) => one?.form === form ? [at] : []);
  const years = form === "compact month" ? texts.flatMap((text, at) => /^(18|19|20)\d\d$/.test(text) ? [at] : []) : [];
  const faults = written.flatMap((one, at) => {
    const fault = one?.form === form || years.includes(at) ? null : faultOf(one, texts[places[0] ?? -1]);
    return fault === null ? [] : [{ at, ...fault }];
  });
  const own = { texts: places.map((at) => texts[at] ?? ""), written: places.map((at) => written[at] ?? null) };
  const read = form === null ? NOTHING : readForm(form, own);
  const days = new Array<string | null>(texts.length).fill(null);
  places.forEach((at, k) => days[at] = read.days[k] ?? null);
  const impossible = read.problem !== null ? [] : places.flatMap((at) => days[at] === null ? [at] : []);
  const all = [...faults, ...impossible.map((at) => ({ at, cause: "day", why: NEEDED }))];
  return { days, faults: all.sort((a, b) => a.at - b.at), problem: read.problem, notes: read.notes, years };
}

interface FormDays {
  readonly days: readonly (string | null)[];
  readonly problem: string | null;
  readonly notes: readonly DayNote[];
}

const NOTHING: FormDays = { days: [], problem: null, notes: [] };

/** Texts of one form, and what each of them writes. */
interface Written {
  readonly texts: readonly string[];
  readonly written: readonly (WrittenDay | null)[];
}

/** Returns the form that most texts have; null where none is a day. */
function mainForm(written: readonly (WrittenDay | null)[]): Form | null {
  const counts = new Map<Form, number>();
  for (const one of written) {
    if (one === null || one.form === "month" || one.form === "no such day") continue;
    counts.set(one.form, (counts.get(one.form) ?? 0) + 1);
  }
  let most: Form | null = null;
  for (const [form, count] of counts) if (most === null || count > (counts.get(most) ?? 0)) most = form;
  return most;
}

function faultOf(written: WrittenDay | null, like: string | undefined): Omit<DayFault, "at"> {
  if (written === null || written.form === "no such day") return { cause: "day", why: NEEDED };
  if (written.form === "month") return { cause: "month", why: "it names a month and no day; write days as YYYY-MM-DD" };
  const why = `most days are written like "${like}"; write all of them in one form, as YYYY-MM-DD`;
  return { cause: "form", why };
}

function readForm(form: Form, own: Written): FormDays {
  switch (form) {
    case "numbers":
    case "short numbers":
    case "short year":
      return readOrders(form, own);
    case "instant":
      return readInstants(own);
    case "epoch":
      return readEpochs(own);
    case "serial":
      return readSerials(own);
    case "compact month":
      return readMonths(own);
    default:
      return readPlain(own);
  }
}

function ofForm<Kind extends Form>({ written }: Written, ...forms: readonly Kind[]): readonly Of<Kind>[] {
  const isOne = (one: WrittenDay | null): one is Of<Kind> => one !== null && forms.some((form) => form === one.form);
  return written.filter(isOne);
}

function readPlain(own: Written): FormDays {
  return { days: ofForm(own, "day").map(({ day }) => day), problem: null, notes: [] };
}

function readSerials(own: Written): FormDays {
  const days = ofForm(own, "serial").map(({ day }) => day);
  const since1904 = days.map((day) => isoDay(Date.parse(day) + DAYS_TO_1904 * DAY_MS));
  if (days.length < MOST_BY_CHANCE || weekends(days) === 0 || weekends(since1904) > 0) {
    return { days, problem: null, notes: noted(own, days, "the number of a day in a spreadsheet") };
  }
  const why = `the number of a day in a spreadsheet that counts from 1900, although some are of weekends; one that ` +
    `counts from 1904 means ${since1904[0]}`;
  return { days, problem: null, notes: noted(own, days, why, true) };
}

function readMonths(own: Written): FormDays {
  const days = ofForm(own, "compact month").map(({ day }) => day);
  return { days, problem: null, notes: noted(own, days, "a month of six digits counts as its last day") };
}

function noted(
  { texts }: Written,
  days: readonly (string | null)[],
  why: string,
  isUnsure = false,
): readonly DayNote[] {
  const at = days.findIndex((day) => day !== null);
  const to = days[at];
  return to === undefined || to === null ? [] : [{ from: texts[at] ?? "", to, why, isUnsure }];
}

/** Reads days whose parts can be in several orders: the order must give a day for each text. */
function readOrders(form: "numbers" | "short numbers" | "short year", own: Written): FormDays {
  const all = ofForm(own, "numbers", "short numbers", "short year");
  const real = all.filter(({ days }) => Object.values(days).some((day) => day !== null));
  const possible = ORDERS.filter((order) =>
    real.length > 0 && real.every(({ days }) => (days[order] ?? null) !== null)
  );
  const daysIn = (order: DayOrder): readonly (string | null)[] => all.map(({ days }) => days[order] ?? null);
  if (real.length === 0) return { days: all.map(() => null), problem: null, notes: [] };
  const [first] = possible;
  if (first === undefined) return { days: all.map(() => null), problem: contradiction(own, all), notes: [] };
  const { order, why, isUnsure } = chosenOrder(form, possible, { own, all, daysIn });
  if (order === null) return { days: all.map(() => null), problem: why, notes: [] };
  const days = daysIn(order);
  return { days, problem: null, notes: noted(own, days, form === "numbers" ? why : `${why}; ${CENTURY}`, isUnsure) };
}

const CENTURY = "years 00 to 69 are of this century";

type Ordered = Of<"numbers" | "short numbers" | "short year">;

interface OrderChoice {
  readonly order: DayOrder | null;
  readonly why: string;
  readonly isUnsure: boolean;
}

function chosenOrder(
  form: "numbers" | "short numbers" | "short year",
  possible: readonly DayOrder[],
  { own, all, daysIn }: {
    readonly own: Written;
    readonly all: readonly Ordered[];
    readonly daysIn: (order: DayOrder) => readonly (string | null)[];
  },
): OrderChoice {
  const [first = "day first"] = possible;
  if (possible.length === 1) return { order: first, why: onlyOrder(first, own, all), isUnsure: false };
  const isSame = possible.every((order) => daysIn(order).every((day, at) => day === daysIn(first)[at]));
  if (isSame) return { order: first, why: "every order of its parts gives this day", isUnsure: false };
  const inOrder = possible.filter((order) => isMonotone(daysIn(order)));
  if (inOrder.length === 1 && all.length >= MOST_BY_CHANCE) {
    const [order = first] = inOrder;
    return { order, why: `${order}, because only so the rows are in the order of their days`, isUnsure: false };
  }
  const ofWeekdays = (inOrder.length > 0 ? inOrder : possible).filter((order) => weekends(daysIn(order)) === 0);
  if (ofWeekdays.length === 1 && all.length >= MOST_BY_CHANCE) {
    const [order = first] = ofWeekdays;
    return { order, why: `${order}, because only so no day is of a weekend`, isUnsure: false };
  }
  const separator = all[0]?.separator ?? "";
  const isUsual = form === "short year" || separator === "." || (separator === "-" && form === "numbers");
  if (isUsual) return { order: "day first", why: "day first, although another order fits too", isUnsure: true };
  const at = Math.max(0, daysIn(first).findIndex((day, k) => possible.some((order) => daysIn(order)[k] !== day)));
  const text = own.texts[at] ?? "";
  const orders = possible.map((order) => `${order} (${daysIn(order)[at]})`).join(" and ");
  return {
    order: null,
    why: `Cannot tell which day "${text}" is: ${orders} fit; write days as YYYY-MM-DD`,
    isUnsure: true,
  };
}

/** Number of days from which an order or weekdays do not come about by chance. */
const MOST_BY_CHANCE = 5;

/** Says by which text an order is the only possible one. */
function onlyOrder(order: DayOrder, { texts }: Written, all: readonly Ordered[]): string {
  const only = ({ days }: Ordered): boolean =>
    ORDERS.every((other) => other === order || (days[other] ?? null) === null) && (days[order] ?? null) !== null;
  const at = all.findIndex(only);
  return at < 0 ? order : `${order}, because "${texts[at]}" can be nothing else`;
}

/** Returns the sentence for texts of which no single order reads all. */
function contradiction({ texts }: Written, all: readonly Ordered[]): string {
  const not = (order: DayOrder): string => {
    const at = all.findIndex(({ days }) =>
      (days[order] ?? null) === null && Object.values(days).some((day) => day !== null)
    );
    return texts[at] ?? "";
  };
  const found = `"${not("day first")}" has no day first and "${not("month first")}" no month first`;
  return `Cannot tell the order of day and month: ${found}; write days as YYYY-MM-DD`;
}

function isMonotone(days: readonly (string | null)[]): boolean {
  const real = days.flatMap((day) => day ?? []);
  const isAscending = real.every((day, at) => at === 0 || day > (real[at - 1] ?? ""));
  return isAscending || real.every((day, at) => at === 0 || day < (real[at - 1] ?? ""));
}

function weekends(days: readonly (string | null)[]): number {
  return days.filter((day) => day !== null && new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0).length;
}

function readEpochs(own: Written): FormDays {
  const all = ofForm(own, "epoch");
  const unit = all[0]?.unit ?? "seconds";
  const { days, why, isUnsure } = daysOfUtc(all.map(({ utcMs }) => utcMs));
  return { days, problem: null, notes: noted(own, days, `${unit} since 1970, ${why}`, isUnsure) };
}

/** Reads instants with a zone. An instant at midnight, of its own zone or of another known one, is that day. */
function readInstants(own: Written): FormDays {
  const all = ofForm(own, "instant");
  const days = all.map(({ day }) => day);
  if (all.every(({ time }) => time === "00:00")) {
    return { days, problem: null, notes: noted(own, days, "midnight of its zone") };
  }
  const utc = daysOfUtc(all.map(({ utcMs }) => utcMs));
  const isUtc = all.every(({ day, time, utcMs }) => isoDay(utcMs) === day && timeOf(utcMs) === time);
  if (isUtc || all.every(({ utcMs }) => utcMs % DAY_MS === 0)) {
    return { days: utc.days, problem: null, notes: noted(own, utc.days, utc.why, utc.isUnsure) };
  }
  if (weekends(days) > 0 && weekends(utc.days) === 0) {
    return { days: utc.days, problem: null, notes: noted(own, utc.days, utc.why, utc.isUnsure) };
  }
  return { days, problem: null, notes: noted(own, days, "the day of its own zone") };
}

/** Returns the days of instants in UTC: the next day where it has begun at the exchange, as weekdays tell. */
function daysOfUtc(all: readonly number[]): { days: readonly string[]; why: string; isUnsure: boolean } {
  const same = all.map(isoDay), next = all.map((ms) => isoDay(ms + HALF_DAY_MS));
  if (all.every((ms) => ms % DAY_MS === 0)) return { days: same, why: "midnight in UTC", isUnsure: false };
  if (same.every((day, at) => day === next[at])) return { days: same, why: "the day in UTC", isUnsure: false };
  const ofSame = weekends(same), ofNext = weekends(next);
  if (ofSame === 0 && ofNext > 0) return { days: same, why: "the day in UTC, none of a weekend", isUnsure: false };
  const isMidnight = all.every((ms) => MIDNIGHTS_BEFORE.has(timeOf(ms)));
  if (ofNext === 0 && ofSame > 0) {
    return { days: next, why: "the day that begins then at its exchange, none of a weekend", isUnsure: false };
  }
  return isMidnight
    ? { days: next, why: "the day that begins then at its exchange", isUnsure: true }
    : { days: same, why: "the day in UTC, although its exchange may have another one", isUnsure: true };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}
