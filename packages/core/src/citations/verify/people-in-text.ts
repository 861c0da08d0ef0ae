type Span = { start: number; end: number };

/** A person as a text mentions them. */
export interface Person extends Span {
  /** As it is put in: `Mr Tom Okafor`. */
  name: string;
  last: string;
  gender: 'm' | 'f' | null;
}

export const MOST_PEOPLE = 60;

const WORD = `\\p{Lu}[\\p{Ll}'’]+(?:-\\p{Lu}\\p{Ll}+)?`;
const PARTICLE = `(?:(?:van|von|de|der|den|del|da|di|du|dos|la|le|bin|al|ten|ter)\\s)`;
const TITLED = `(?:(Mrs|Mr|Ms|Miss|Dr|Prof|Professor|Herr|Frau|Sir|Dame|Cllr|Rev|Judge|Captain|Nurse|Sister|Father)\\.?\\s)`;
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${TITLED}(${WORD}(?:\\s${PARTICLE}{0,2}(?:\\p{Lu}\\.\\s)?${WORD}){0,2})|(${WORD}(?:\\s${PARTICLE}{0,2}(?:\\p{Lu}\\.\\s)?${WORD}){1,2}))(?![\\p{L}\\p{N}])`,
  'gu',
);
export const NOT_A_PERSON =
  /\b(?:Street|Road|Lane|Avenue|Square|Bridge|Park|House|Hall|School|College|University|Hospital|Clinic|Council|Committee|Board|Court|Museum|Library|Church|Club|Association|Society|Trust|Bank|Group|Company|Ltd|Limited|Inc|Agency|Authority|Department|Ministry|Office|Centre|Center|Station|Airport|Hotel|River|Lake|Mount|Island|Bay|Port|Harbour|County|City|Town|Village|North|South|East|West|New|Old|Saint|The|This|That|These|Each|Every|All|No|If|When|After|Before|For|From|In|On|At|By|To|With|Under|Only|Both|Our|Your|His|Her|Their|My|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Dear|Hi|Hello|Kind|Best|Warm|Yours|Regards|Minutes|Report|Policy|Lease|Agreement|Contract|Section|Clause|Article|Annex|Schedule|Day|Week|Year|Room|Street|Prize|Award|Festival|Press|Foods|Services|Systems|Insurance|Mutual|Grade|Level|Phase|Stage|Step|Art|Arts|Act)\b/u;

/** All mentions of people, in order. */
export function peopleOf(text: string): Person[] {
  const found: Person[] = [];
  for (const match of text.matchAll(NAMED)) {
    const [all, title, titled, plain] = match;
    const words = titled ?? plain ?? '';
    if (title === undefined && NOT_A_PERSON.test(words)) continue;
    if (title !== undefined && NOT_A_PERSON.test(words.split(' ')[0] ?? '')) continue;
    const gender = /^(?:Mrs|Ms|Miss|Frau|Dame|Sister)$/u.test(title ?? '')
      ? 'f'
      : /^(?:Mr|Herr|Sir|Father)$/u.test(title ?? '')
        ? 'm'
        : null;
    found.push({
      start: match.index,
      end: match.index + all.length,
      name: all,
      last: words.split(' ').at(-1) ?? words,
      gender,
    });
    if (found.length === MOST_PEOPLE) break;
  }
  return found;
}

export const TITLE_BEFORE = new RegExp(`^${TITLED}`, 'u');
/** Without the title. */
export const bare = ({ name }: Person) => name.replace(TITLE_BEFORE, '');
