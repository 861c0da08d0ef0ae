/**
 * Words that shape a question but say nothing about its subject. Queries drop them while other words remain. The index
 * keeps them, so a search for them alone still works.
 */
const LISTS: Readonly<Record<string, string>> = {
  en: `a an the this that these those and or but of in on at by for from to with about into as is are was were be been
    being am do does did done has have had will would can could should shall may might must not no it its he she they
    we you i me my your his her their our us them him what which who whom whose how when where why there here if than
    then so such any some all also please tell show give explain describe`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber von vom in im an am auf bei für mit zu zum
    zur aus nach über unter als wie ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können
    nicht kein keine es er sie wir ihr ich du sich sein seine seinen ihre ihren was welche welcher welches welchen
    wer wen wem wessen wann wo warum wieso wohin woher viele viel um auch durch dass so`,
  fr: `le la les un une des du de d l et ou mais à au aux en dans sur par pour avec sans sous est sont était étaient été
    être a ont avait ne pas ce cet cette ces il elle ils elles on nous vous je tu se sa son ses leur leurs que qui
    quoi quel quelle quels quelles quand où comment pourquoi combien dont qu c s n y plus`,
  es: `el la los las un una unos unas de del al a y o u e pero en por para con sin sobre es son era eran fue fueron ser
    ha han había no se su sus lo le les que qué quién quiénes cuál cuáles cuándo dónde cómo cuánto cuánta cuántos
    cuántas este esta estos estas como más`,
  it: `il lo la i gli le un uno una di del della dei delle dello al alla ai alle da dal in nel nella con su per tra fra e
    o ma è sono era erano non si suo sua che chi cosa quale quali quando dove come perché quanto quanti l d`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas por para com sem e ou mas é são era eram foi foram
    ser não se seu sua que quem qual quais quando onde como quanto quantos porque`,
  nl: `de het een en of maar van in op aan bij voor met naar uit over is zijn was waren wordt werd heeft hebben niet er
    ze hij zij wij we ik je wat welke welk wie wanneer waar hoe waarom die dat deze dit`,
  sv: `en ett den det de och eller men av i på för med till från om är var som har hade inte han hon vi jag du vad vilken
    vilket vilka vem när hur varför sig`,
  da: `en et den det de og eller men af i på for med til fra om er var som har havde ikke han hun vi jeg du hvad hvilken
    hvilket hvilke hvem hvornår hvor hvordan hvorfor sig`,
  no: `en et ei den det de og eller men av i på for med til fra om er var som har hadde ikke han hun vi jeg du hva
    hvilken hvilket hvilke hvem når hvor hvordan hvorfor seg`,
  fi: `ja tai mutta on oli ovat ei se ne hän he me te mikä mitä mitkä kuka kenen milloin missä mistä mihin miten miksi
    joka jotka että kuin`,
  ru: `и или но в во на по с со к ко из за от до у о об для при не что кто какой какая какое какие каких каким какую
    каком когда где куда откуда как почему зачем сколько чем чей был была было были есть это этот эта эти он она оно
    они мы вы я его её их же ли бы то а`,
  uk: `і й та або але в у на по з із до від за про для не що хто який яка яке які коли де як чому скільки був була було
    були є це він вона вони ми ви я його її їх`,
  pl: `i lub ale w we na po z ze do od za o dla przy nie co kto jaki jaka jakie który która które kiedy gdzie jak
    dlaczego ile był była było były jest są to ten ta te on ona oni się`,
  cs: `a nebo ale v ve na po z ze do od za o pro při ne co kdo jaký jaká jaké který která které kdy kde jak proč kolik
    byl byla bylo byli je jsou to ten ta se`,
  tr: `ve veya ama bir bu şu o ne nedir kim kimdir hangi hangisi hangileri kaç nerede nereye nereden nasıl niçin neden
    zaman için ile de da mi mı mu mü olarak olan gibi en çok daha kadar`,
  el: `ο η το οι τα του της των τον την τους τις ένας μια μία ένα και ή αλλά σε στο στη στην στον στα στις στους από με
    για να που πού πως πώς ποιος ποια ποιο ποιοι ποιες ποιους τι πότε γιατί πόσο πόσα πόσοι πόσες ποιον είναι ήταν
    έχει δεν θα ως κατά`,
  ar: `في من على إلى عن مع و أو ثم أن إن هو هي هم كان كانت ما ماذا من متى أين كيف لماذا كم أي هل هذا هذه ذلك التي الذي
    الذين لم لن لا قد بعد قبل`,
  he: `של את על אל עם או אבל הוא היא הם מה מי מתי איפה איך למה כמה איזה זה זו לא כי אם`,
  hi: `का के की को में से पर और या है हैं था थे थी हो होता होती होते ने कि यह वह ये वे क्या कौन किस किसने किसे किसका
    किसकी किसके कब कहाँ कहां कैसे क्यों कितने कितना कितनी कौनसा कौनसी एक इस उस लिए साथ भी नहीं द्वारा गया गई गए किया
    करने करता करते करती था`,
  vi: `là và hoặc nhưng của ở trong trên tại cho với từ đến được bị có không những các một này đó gì nào ai khi đâu như
    thế sao bao nhiêu mấy tại vì thì mà đã sẽ đang ra vào về theo để`,
  id: `yang dan atau tetapi di ke dari pada untuk dengan oleh adalah ini itu apa siapa kapan mana dimana bagaimana
    mengapa berapa tidak`,
  ro: `și sau dar în pe la de din cu pentru este sunt era erau nu se ce cine care când unde cum câți câte un o al a ai`,
  hu: `a az egy és vagy de is nem hogy mi mit ki kit mikor hol hova hogyan miért mennyi hány melyik volt vannak van`,
};

const UNSPACED_PHRASES =
  /什么|甚麼|什麼|哪些|哪个|哪個|哪里|哪裡|哪儿|哪一|哪|谁|誰|多少|几个|為什麼|为什么|怎么样|怎么|怎麼|怎样|如何|是否|何时|何處|何处|吗|嗎|呢|อะไร|ใคร|ที่ไหน|เมื่อไหร่|เมื่อไร|เมื่อใด|อย่างไร|ทำไม|เท่าไหร่|เท่าไร|เท่าใด|กี่|ไหน|ใด|なに|何|誰|どこ|いつ|どの|どれ|なぜ|どう|ですか|ますか|무엇|누구|언제|어디|어떻게|어떤|왜|몇/g;

const sets = new Map<string, ReadonlySet<string>>();

export function functionWords(language: string): ReadonlySet<string> {
  let words = sets.get(language);
  if (!words) {
    words = new Set((LISTS[language] ?? '').split(/\s+/).filter(Boolean));
    sets.set(language, words);
  }
  return words;
}

/** Replaces question words of scripts without spaces by a gap, before the text is split into pairs of characters. */
export function withoutQuestionPhrases(text: string): string {
  return text.replace(UNSPACED_PHRASES, ' ');
}
