import { withoutAccents } from './without-accents.js';

/** The kind of a unit, and its size in the base unit of that kind. */
export interface Unit {
  /** Only amounts of one kind can be compared. */
  kind: string;
  factor: number;
  /** Added after multiplying, for temperatures. */
  offset?: number;
}

/**
 * By kind: each unit with its size, then its spellings in all languages. Written forms are first looked up as they are
 * (`m`, `M`, `Mb`), then in lower case without accents.
 */
const UNITS = `
length: 1 m metre metres meter meters metern mètre mètres metro metros metri; 1000 km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros chilometri quilômetros; 0.01 cm centimetre centimetres centimeter centimeters zentimeter; 0.001 mm millimetre millimetres millimeter millimeters; 0.000001 µm μm micrometre micrometres micrometer micrometers micron microns; 1e-9 nm nanometre nanometres nanometer nanometers; 1609.344 mi mile miles meilen; 0.3048 ft foot feet; 0.0254 inch inches zoll; 0.9144 yd yard yards; 1852 nmi
area: 1 m² m2 sqm; 1000000 km² km2; 10000 ha hectare hectares hektar hectárea hectáreas; 4046.856 acre acres; 0.0001 cm² cm2
volume: 1 l litre litres liter liters litern litro litros litri; 0.001 ml mL millilitre millilitres milliliter milliliters; 0.01 cl; 0.1 dl; 100 hl; 1000 m³ m3; 3.785411784 gal gallon gallons
mass: 1 g gram grams gramme grammes gramm gramo gramos grammi; 1000 kg kilogram kilograms kilogramme kilogrammes kilogramm kilo kilos kilogramos chilogrammi; 0.001 mg milligram milligrams milligramm miligramos; 0.000001 µg μg mcg microgram micrograms mikrogramm; 1e-9 ng nanogram nanograms; 1000000 t tonne tonnes ton tons tonnen tonnellate toneladas; 453.59237 lb lbs; 28.349523125 oz ounce ounces
time: 1 s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi; 0.001 ms msec millisecond milliseconds millisekunden; 0.000001 µs μs microsecond microseconds; 1e-9 ns nanosecond nanoseconds; 60 min mins minute minutes minuten minuto minutos minuti; 3600 h hr hrs hour hours stunde stunden heure heures hora horas ore; 86400 d day days tag tage tagen jour jours día días giorno giorni dia dias; 604800 week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane; 1209600 fortnight fortnights
months: 1 month months mo monat monate monaten mois mes meses mese mesi mês; 3 quarters; 12 year years yr yrs jahr jahre jahren an ans année années año años anno anni ano anos; 120 decade decades jahrzehnt jahrzehnte; 1200 century centuries jahrhundert jahrhunderte
data: 1 byte bytes B; 1000 kB KB kilobyte kilobytes; 1e6 MB megabyte megabytes; 1e9 GB gigabyte gigabytes; 1e12 TB terabyte terabytes; 1e15 PB petabyte petabytes; 1024 KiB; 1048576 MiB; 1073741824 GiB; 0.125 bit bits; 125 kbit; 125000 Mbit Mb; 125000000 Gbit Gb
power: 1 W watt watts; 1000 kW kilowatt kilowatts; 1e6 MW megawatt megawatts; 1e9 GW gigawatt gigawatts; 0.001 mW milliwatt milliwatts
energy: 1 Wh watt-hour watt-hours; 0.000277778 J joule joules; 0.001162222 cal calorie calories; 1000 kWh; 1e6 MWh; 1e9 GWh; 1e12 TWh; 1.162222 kcal
voltage: 1 V volt volts; 1000 kV; 0.001 mV
current: 1 A amp amps ampere amperes; 0.001 mA
frequency: 1 Hz hertz; 1000 kHz; 1e6 MHz; 1e9 GHz
force: 1 N newton newtons
resistance: 1 Ω ohm ohms
dose: 1 Sv sievert sieverts
activity: 1 Bq becquerel becquerels
pressure: 1 Pa pascal pascals; 100 hPa mbar; 1000 kPa; 100000 bar; 133.322 mmHg; 6894.757 psi
speed: 0.44704 mph; 0.277778 kph kmh; 0.514444 knot knots kn
share: 1 % percent pct prozent porcentaje ‰percent
points: 1 percentage-points
degrees: 1 °
angle: 1 rad
`;

/** Currencies have no common size: each is a separate unit, and all are of one kind. */
const CURRENCIES = `
USD $ US$ usd dollar dollars dólares dollari bucks
EUR € eur euro euros
GBP £ gbp pound pounds sterling quid
JPY ¥ jpy yen
CHF chf franc francs franken franchi
CNY cny rmb yuan renminbi
INR ₹ inr rupee rupees
SEK sek krona kronor
NOK nok krone kroner
DKK dkk
KRW ₩ krw won
RUB ₽ rub rouble roubles ruble rubles
BRL R$ brl real reais
CAD C$ cad
AUD A$ aud
TRY ₺ lira
PLN pln zloty zlotys złoty
MXN mxn peso pesos
ZAR zar rand
ILS ₪ shekel shekels
UAH ₴ hryvnia
VND ₫ dong
BTC btc bitcoin bitcoins
CENT cent cents
PENCE pence penny
`;

/** Lists are read in functions: a loop outside of one has the engine compile the whole bundle around it. */
const units = readUnits();

function readUnits(): Map<string, Unit> {
  const found = new Map<string, Unit>();
  for (const line of UNITS.trim().split('\n')) {
    const [kind = '', list = ''] = line.split(/:(.*)/s);
    for (const entry of list.split(';')) {
      const [size, ...names] = entry.trim().split(/\s+/);
      const unit = { kind, factor: Number(size) };
      for (const name of names) {
        if (!found.has(name)) found.set(name, unit);
        const plain = withoutAccents(name);
        if (!found.has(plain)) found.set(plain, unit);
      }
    }
  }
  found.set('°C', { kind: 'temperature', factor: 1 });
  found.set('celsius', { kind: 'temperature', factor: 1 });
  found.set('°F', { kind: 'temperature', factor: 5 / 9, offset: -160 / 9 });
  found.set('fahrenheit', { kind: 'temperature', factor: 5 / 9, offset: -160 / 9 });
  found.set('K', { kind: 'temperature', factor: 1, offset: -273.15 });
  found.set('kelvin', { kind: 'temperature', factor: 1, offset: -273.15 });
  return found;
}

/** Metric units take prefixes; a unit listed above keeps its own size. */
const PREFIXES = new Map([
  ['nano', 1e-9],
  ['micro', 1e-6],
  ['milli', 1e-3],
  ['centi', 1e-2],
  ['deci', 0.1],
  ['hecto', 100],
  ['kilo', 1e3],
  ['mega', 1e6],
  ['giga', 1e9],
  ['tera', 1e12],
  ['peta', 1e15],
]);
const METRIC =
  'metre metres meter meters litre litres liter liters gram grams gramme grammes tonne tonnes ton tons second seconds byte bytes bit bits watt watts volt volts amp amps ampere amperes hertz joule joules newton newtons pascal pascals ohm ohms sievert sieverts becquerel becquerels calorie calories parsec parsecs';
const SYMBOLS = 'L l t J N Wh Pa Hz W V bit Sv Bq';
const SHORT = new Map([
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
]);
const PREFIXED = [
  { names: new Set(METRIC.split(' ')), prefixes: PREFIXES },
  { names: new Set(SYMBOLS.split(' ')), prefixes: SHORT },
];

function knownUnit(name: string): Unit | undefined {
  return units.get(name) ?? prefixedUnit(name);
}

/** Worked out when asked, because there are more of them than of all others. */
function prefixedUnit(name: string): Unit | undefined {
  for (const { names, prefixes } of PREFIXED)
    for (const [prefix, size] of prefixes) {
      if (!name.startsWith(prefix)) continue;
      const rest = name.slice(prefix.length);
      const unit = names.has(rest) ? units.get(rest) : undefined;
      if (unit) return { kind: unit.kind, factor: unit.factor * size };
    }
  return undefined;
}

const currencies = readCurrencies();

function readCurrencies(): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of CURRENCIES.trim().split('\n')) {
    const [code = '', ...names] = line.split(' ');
    for (const name of [code, ...names]) found.set(name, code);
  }
  return found;
}

/** `written` as it follows a number, `word` in lower case without accents. */
export function unitOf(written: string, word: string): Unit | undefined {
  return knownUnit(written) ?? (written.length > 2 || written === word ? knownUnit(word) : undefined);
}

const BEFORE_UNIT = new Set(
  'working business calendar full consecutive whole more further additional extra long short long-term metric'.split(
    ' ',
  ),
);

/** Does not change the size of the following unit: `5 working days`. */
export const isBeforeUnit = (word: string) => BEFORE_UNIT.has(word);

/** `40 pence` are £0.40; the currency of `cents` is unknown. */
export const moneyIn = (code: string): { currency: string; factor: number } =>
  code === 'PENCE'
    ? { currency: 'GBP', factor: 0.01 }
    : { currency: code, factor: code === 'CENT' ? 0.01 : 1 };

const WITHOUT_CENTS = new Set(['GBP', 'JPY', 'KRW', 'VND', 'BTC']);

/** Whether two amounts may be in one currency. */
export const isSameCurrency = (one: string | undefined, other: string | undefined) =>
  one === other ||
  (one === 'CENT' && other !== undefined && !WITHOUT_CENTS.has(other)) ||
  (other === 'CENT' && one !== undefined && !WITHOUT_CENTS.has(one));

/** The code of a currency, from its sign, code or name. */
export function currencyOf(written: string, word = written): string | undefined {
  return currencies.get(written) ?? currencies.get(word);
}
