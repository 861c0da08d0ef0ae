/**
 * Non-Latin scripts with their languages. A page is read in one script at a time: with several, Tesseract takes longer
 * and confuses letters that look alike.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  Cyrillic: 'bel bul kaz kir mkd mon rus srp tgk ukr uzb_cyrl',
  Greek: 'ell grc',
  Arabic: 'ara fas kur pus snd uig urd',
  Hebrew: 'heb yid',
  Devanagari: 'hin mar nep san',
  Han: 'chi_sim chi_sim_vert chi_tra chi_tra_vert',
  Japanese: 'jpn jpn_vert',
  Hangul: 'kor kor_vert',
};
/** Languages whose script no other language here uses, such as Thai, form their own groups. */
const ALONE = 'amh asm ben bod chr dzo guj hye iku kan kat khm lao mal mya ori pan sin syr tam tel tha tir';

const scriptOf = new Map(
  Object.entries(SCRIPTS).flatMap(([script, languages]) =>
    languages.split(' ').map((language): [string, string] => [language, script]),
  ),
);
for (const language of ALONE.split(' ')) scriptOf.set(language, language);

/** Groups languages by script, in Tesseract's format (`eng+deu`), in the given order. */
export function languageGroups(languages: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const language of languages) {
    const script = scriptOf.get(language) ?? 'Latin';
    groups.set(script, [...(groups.get(script) ?? []), language]);
  }
  return [...groups.values()].map((group) => group.join('+'));
}
