const SHARED = new URL("../../../shared/data/", import.meta.url);

/**
 * Test helper. Creates a folder for the setting `MARKET_DATA=files:<folder>` from the shared data: prices of 500 NSE
 * stocks, 471 US stocks, four indices and nine funds, and the lists of assets. With `calendar` it also has the NSE
 * holidays; without it, the service infers holidays from the prices.
 */
export async function sharedMarketFolder({ calendar }: { readonly calendar: boolean }): Promise<string> {
  const folder = await Deno.makeTempDir();
  const copy = async (from: string, to: string): Promise<void> => {
    await Deno.mkdir(`${folder}/${to.slice(0, to.lastIndexOf("/"))}`, { recursive: true });
    await Deno.copyFile(new URL(from, SHARED), `${folder}/${to}`);
  };
  await copy("prices/india/nifty500_panel/nifty500_adjclose_2016_2026.csv.gz", "prices/NSE/nifty500.csv.gz");
  await copy("prices/us/sp500_panel/sp500_stocks_2015to2020_adjclose.csv.gz", "prices/US/sp500.csv.gz");
  await copy("prices/india/nifty500_panel/NSEI_close_2016_2026.csv", "benchmarks/NIFTY50.csv");
  await copy("prices/india/indices/NSEBANK_yahoo_2007_2024.csv", "benchmarks/BANKNIFTY.csv");
  await copy("prices/india/indices/BSESN_yahoo_1997_2018.csv", "benchmarks/SENSEX.csv");
  await copy("prices/us/sp500_panel/sp500_index_2015to2020.csv.gz", "benchmarks/SP500.csv.gz");
  await copy("listings/nse/EQUITY_L.csv", "listings/EQUITY_L.csv");
  await copy("listings/nse/ind_nifty500list.csv", "listings/ind_nifty500list.csv");
  await copy("listings/bse/Equity.csv", "listings/Equity.csv");
  await copy("listings/amfi/NAVAll_2025-01-29.txt", "listings/amfi/NAVAll_2025-01-29.txt");
  await copy("listings/amfi/NAVAll_8col_2026_excerpt.txt", "listings/amfi/NAVAll_8col_2026_excerpt.txt");
  await copy("listings/nasdaqtrader/nasdaqlisted.txt", "listings/nasdaqlisted.txt");
  await copy("listings/nasdaqtrader/otherlisted.txt", "listings/otherlisted.txt");
  for await (const { name } of Deno.readDir(new URL("mutual_funds/nav_csv/", SHARED))) {
    await copy(`mutual_funds/nav_csv/${name}`, `nav/${name.replace("nav_", "")}`);
  }
  if (calendar) await writeCalendar(folder);
  return folder;
}

/**
 * Writes the holidays of the exchange NSE to the calendar file of the folder, except days on which the exchange held a
 * special session.
 */
async function writeCalendar(folder: string): Promise<void> {
  const daysOf = (name: string): string[] =>
    Deno.readTextFileSync(new URL(`calendars/${name}`, SHARED)).split("\n").slice(1).map((line) => line.slice(0, 10));
  const special = new Set(daysOf("nse_special_sessions_2016_2025.csv"));
  const days = daysOf("nse_bse_holidays_2015_2026.csv").filter((day) => !special.has(day));
  await Deno.mkdir(`${folder}/calendars`, { recursive: true });
  await Deno.writeTextFile(`${folder}/calendars/NSE.csv`, ["date", ...days].join("\n"));
}
