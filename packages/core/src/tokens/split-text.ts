/** Slices handed to the tokenizer's regular expression at once; longer ones strain its backtracking stack. */
const SLICE = 65_536;
/** A run of one class longer than this is one piece to the tokenizer, whose merging is quadratic in the piece. */
const LONGEST_RUN = 256;
const RUN_PIECE = 64;
const LOOK_BACK = 1024;

const SPACE = 0;
const DIGIT = 1;
const LETTER = 2;
const MARK = 3;

function classOf(code: number): number {
  if (code <= 32 || code === 0xa0 || code === 0x3000) return SPACE;
  if (code >= 48 && code <= 57) return DIGIT;
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return LETTER;
  if (code < 128 || (code >= 0x2010 && code <= 0x206f)) return MARK;
  if ((code >= 0x3001 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff0f)) return MARK;
  return LETTER;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/**
 * Where to cut a text so that its pieces are counted in linear time: near every 64 Ki characters, before a space
 * where possible (tokenizers split there anyway, so the count stays exact), and inside endless runs of one class.
 * Cuts in a run can only add tokens, about one each, so the sum errs to the safe side. Ends included, starts not.
 */
export function splitPoints(text: string): { ends: number[]; inRuns: number } {
  const ends: number[] = [];
  let inRuns = 0;
  let pieceStart = 0;
  let runStart = 0;
  let runClass = -1;
  let lastBorder = 0;
  const cut = (at: number) => {
    if (at <= pieceStart) return;
    ends.push(at);
    pieceStart = at;
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const characterClass = classOf(code);
    if (characterClass !== runClass) {
      if (characterClass === SPACE && runClass !== SPACE) lastBorder = index;
      runClass = characterClass;
      runStart = index;
    } else if (characterClass !== DIGIT && index - runStart >= LONGEST_RUN && !isLowSurrogate(code)) {
      cut(runStart);
      if (index - pieceStart >= RUN_PIECE) {
        inRuns += index - pieceStart;
        cut(index);
      }
    }
    if (index - pieceStart >= SLICE && !isLowSurrogate(code)) {
      cut(lastBorder > pieceStart && index - lastBorder < LOOK_BACK ? lastBorder : index);
    }
  }
  if (text.length > pieceStart) ends.push(text.length);
  return { ends, inRuns };
}
