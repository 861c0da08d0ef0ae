import { InvalidRequest } from '../errors/index.js';

/**
 * The most common passwords in a few languages. With the usual variations (digits, punctuation, letters replaced by
 * digits, several words in a row) these cover many thousands.
 */
const COMMON_WORDS = `
  abc access account adgang admin administrator amazon america angel apple april august autumn baby bailey banana baseball
  basketball batman bonjour bonsoir butterfly changeme charlie cheese chelsea chocolate computer contrasena cookie december
  default demo dragon easter facebook fall family february flower football freedom friday friend fuckyou geheim george
  ginger google guest hallo hello hola hottie hunter ibid iloveyou internet jennifer jessica jesus jordan january july june
  killer letmein liverpool login london love lovely loveme manager march maria master matrix may merlin michael michelle
  microsoft monday money monkey motdepasse mustang my nicole ninja november nothing october office parola parole pass
  passe passord passw passwd password passwords passwort pepper phone pokemon princess purple qwerty qwertz azerty root
  samsung saturday secret secure security september server shadow soccer sommer spring starwars strong summer sunday
  sunshine super superman superuser system temp temporary test tester testing thursday tigger trustno tuesday user
  username wachtwoord wednesday welcome whatever willkommen windows winter woord word work yankees you
`
  .trim()
  .split(/\s+/u)
  // Longer ones first: the first match is used.
  .toSorted((one, other) => other.length - one.length);

/** Rows of keyboards and the alphabet. Passwords that follow one are guessed early. */
const WALKS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiopü',
  'asdfghjklöä',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '!qaz@wsx#edc$rfv',
  '!@#$%^&*()',
  '!"§$%&/()=',
].flatMap((line) => [line, line.split('').toReversed().join('')]);

const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** How many characters must remain that no rule predicts. */
const FREE_CHARACTERS = 6;

/** API-2: rejects what attackers guess first: common words and patterns, repetitions, the user's own name. */
export function requireStrongPassword(options: { password: string; name: string }): void {
  const plain = options.password.normalize('NFKC').toLowerCase();
  if (leftWithout(plain, namesIn(options.name)) < FREE_CHARACTERS)
    throw weak('It is little more than the name. Leave the name out of it.');
  if (new Set(plain).size < 5 || isRepetition(plain))
    throw weak('It repeats the same characters. Use a few unrelated words.');
  if (isForeseeable(plain) || isForeseeable(withLetters(plain)))
    throw weak('It is one of the first that attackers try. Use a few unrelated words.');
}

function weak(reason: string): InvalidRequest {
  return new InvalidRequest(`This password is too easy to guess. ${reason}`, 'weak_password');
}

/** The name, and the parts of one like `ada.lovelace` or `Ada Lovelace`. */
function namesIn(name: string): string[] {
  const plain = name.normalize('NFKC').toLowerCase();
  return [plain, ...plain.split(/[^\p{L}\p{N}]+/u)]
    .filter((part) => part.length >= 3)
    .toSorted((one, other) => other.length - one.length);
}

/** Number of characters left without the given words; a name alone is no reason to reject a long password. */
function leftWithout(text: string, words: readonly string[]): number {
  let left = text;
  for (const word of words) left = left.replaceAll(word, '');
  return left === text ? Number.POSITIVE_INFINITY : left.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

/** A short piece repeated. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= text.length / 2; size += 1)
    if (text.slice(0, -size) === text.slice(size)) return true;
  return false;
}

function withLetters(text: string): string {
  return text.replaceAll(/./gsu, (character) => LOOK_ALIKES[character] ?? character);
}

/** Whether too little remains after removing common words, keyboard walks, numbers and punctuation. */
function isForeseeable(text: string): boolean {
  let free = 0;
  for (let at = 0; at < text.length && free < FREE_CHARACTERS;) {
    const known = walkAt(text, at) || (COMMON_WORDS.find((word) => text.startsWith(word, at))?.length ?? 0);
    // A digit or punctuation mark counts less than a letter: usually it is a year or an exclamation mark.
    if (known === 0 && text[at] !== text[at - 1]) free += /\p{L}/u.test(text.charAt(at)) ? 1 : 0.5;
    at += Math.max(1, known);
  }
  return free < FREE_CHARACTERS;
}

/** How far the text follows a keyboard row from here; 0 for less than three steps. */
function walkAt(text: string, at: number): number {
  let longest = 0;
  for (const line of WALKS) {
    const from = line.indexOf(text.slice(at, at + 3));
    if (from < 0 || text.length - at < 3) continue;
    let length = 3;
    while (at + length < text.length && text[at + length] === line[from + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
