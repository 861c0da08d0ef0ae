const formats = new Map<string, { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | null>();
const MOST_ZONES = 500;

function formatsOf(zone: string) {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (formats.size > MOST_ZONES) formats.clear();
  let made: { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | null = null;
  try {
    made = {
      date: new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
      }),
      time: new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
    };
  } catch {
    // An unknown zone must not fail the turn: the moment is given in UTC and says so.
  }
  formats.set(zone, made);
  return made;
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const hasFourDigitYear = (moment: Date) => moment.getUTCFullYear() >= 1000 && moment.getUTCFullYear() <= 9999;

/** The same wording as the formats give. Most turns need only UTC, and a format would load megabytes of zone data. */
function inUniversalTime(moment: Date): Moment {
  const weekday = WEEKDAYS[moment.getUTCDay()] ?? '';
  const month = MONTHS[moment.getUTCMonth()] ?? '';
  const date = `${weekday}, ${moment.getUTCDate()} ${month} ${moment.getUTCFullYear()}`;
  return { date, dateAndTime: `${date}, ${moment.toISOString().slice(11, 16)}`, zone: 'UTC' };
}

type Moment = { date: string; dateAndTime: string; zone: string };

let last: { key: string; moment: Moment | null } = { key: '', moment: null };

/** The time of a user message in words, in the user's time zone. Null if the time cannot be parsed. */
export function formatMoment(options: { createdAt: string; timeZone: string }): Moment | null {
  const key = `${options.createdAt} ${options.timeZone}`;
  // Every step of a turn asks for the same moment, and formatting it is most of the system prompt's cost.
  if (last.key !== key) last = { key, moment: inWords(options) };
  return last.moment;
}

function inWords(options: { createdAt: string; timeZone: string }): Moment | null {
  const moment = new Date(options.createdAt);
  if (Number.isNaN(moment.getTime())) return null;
  if (options.timeZone === 'UTC' && hasFourDigitYear(moment)) return inUniversalTime(moment);
  const own = formatsOf(options.timeZone);
  const used = own ?? formatsOf('UTC');
  if (!used) return null;
  const date = used.date.format(moment);
  return {
    date,
    dateAndTime: `${date}, ${used.time.format(moment)}`,
    zone: own ? options.timeZone : 'UTC',
  };
}
