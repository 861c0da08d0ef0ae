import { lightStem } from './light-stem.js';
import { withoutAccents } from './without-accents.js';

/** Words without meaning for the check, in the most common languages. */
const WORDS =
  'a an the and or but if then than so as of at by for from in into on onto to up with without within about over ' +
  'under between through during before after above below out off down again further is are was were be been being ' +
  'am do does did doing done have has had having will would shall should can could may might must it its itself ' +
  'this that these those he him his she her hers they them their theirs we us our ours you your yours i me my mine ' +
  'who whom whose which what when where why how there here all any both each few more most other some such only ' +
  'own same too very just also however therefore thus hence while because since until although though not no nor ' +
  'one own per via etc yes please note nearly almost approximately roughly around exactly circa additionally furthermore moreover overall finally essentially generally ' +
  'der die das den dem des ein eine einen einem einer eines und oder aber wenn als wie von vom zu zum zur mit auf ' +
  'aus bei nach für über unter ist sind war waren wird werden wurde wurden hat haben hatte nicht auch nur noch es er ' +
  'sie wir ihr man sich im in an am um dass durch sein ' +
  'le la les un une des du de et ou mais si que qui dont où dans sur sous par pour avec sans est sont était ont été ' +
  'il elle ils elles nous vous ce cette ces se son sa ses leur leurs ne pas plus au aux en y ' +
  'el los las una unos unas del al y o pero con sin por para como es son era fue han ha su sus lo se más no ' +
  'lo gli i uno e ed ma che di da nel nella dei delle della degli con su per è sono era non più ' +
  'o os as um uma e do da dos das em no na nos nas com por para é são foi não mais ' +
  'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее было от из о об это';

const stems = readStems();

function readStems(): Set<string> {
  const found = new Set<string>();
  for (const word of WORDS.split(' ')) {
    const folded = withoutAccents(word);
    found.add(folded);
    if (/^[a-z']+$/.test(folded)) found.add(lightStem(folded));
  }
  return found;
}

/** Takes a normalised term, not the word as written. */
export function isStopWord(term: string): boolean {
  return stems.has(term);
}
