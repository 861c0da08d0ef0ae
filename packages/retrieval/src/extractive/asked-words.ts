/**
 * Question words of languages with spaces between words. Answers do not contain them, so a rare one would decide the
 * answer.
 */
const QUESTION_WORDS = new Set(
  [
    'how what which who whom whose when where why is are was were be been do does did can could may might must shall',
    'should will would has have had there it its this that these those the a an of in on at to for from by with about',
    'and or if as i you we they me my your our please tell explain describe show list many much happen happens happened know known say says said',
    'wie was welche welcher welches wer wen wem wessen wann wo warum wieso weshalb ist sind war waren kann können darf',
    'muss soll wird werden hat haben gibt es der die das den dem des ein eine einen einem einer und oder von im in an',
    'auf zu für mit über bei man ich du wir sie ihr bitte nenne erkläre beschreibe zeige viele vielen viel weiß wissen sagt steht heißt heißen gilt gelten passiert geschieht',
    'comment que quoi quel quelle quels quelles qui quand où pourquoi est sont était étaient peut peuvent doit a ont y',
    'le la les un une des du de d l en dans sur pour avec par et ou ce cet cette ces il elle on je tu nous vous combien',
    'cómo qué cuál cuáles quién quiénes cuándo dónde por es son era fueron puede pueden debe ha han hay el los las unos',
    'unas del al con sobre para y o se su sus me mi cuánto cuántos cuánta cuántas',
    'come che cosa quale quali chi quando dove perché è sono può deve lo gli i una uno di da in con su per e o quanti',
    'como que qual quais quem quando onde por é são pode deve há o os as um uma do da dos das em no na para com e quantos',
    'hoe wat welke wie wanneer waar waarom is zijn kan moet heeft er het de een van op te voor met en of hoeveel',
  ]
    .join(' ')
    .split(' '),
);

/** Asks for a number. A text that calls something too high does not give it. */
const HOW_MUCH =
  /(?<!\p{L})wie\s+(?:hoch|groß|lange?|oft|alt|weit|teuer|schwer|tief|breit|viele?)(?!\p{L})/giu;

/** A question without its question words, or all of it if nothing else would be left. */
export function askedWords(question: string): string {
  const left = withoutQuestionWords(question);
  return /[\p{L}\p{N}]/u.test(left) ? left : question;
}

/** The same, but empty if nothing else is left. */
export function withoutQuestionWords(question: string): string {
  return question
    .replaceAll(HOW_MUCH, ' ')
    .replaceAll(/[\p{L}\p{M}]+/gu, (word) => (QUESTION_WORDS.has(word.toLowerCase()) ? ' ' : word));
}

/** "All actions due in April": what is due is not called an action. */
export function withoutTaskWords(question: string): string {
  if (!/\bdue\b/iu.test(question)) return question;
  return question.replaceAll(
    /\b(?:all\s+)?(?:open\s+)?(?:actions?|tasks?|items?|things?|to-?dos?)\b/giu,
    ' ',
  );
}
