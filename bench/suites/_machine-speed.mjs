// How fast the machine is right now: a fixed piece of work of the kind that turns and citations do, measured in the same
// process and in the same moments as they are. A bar in milliseconds or megabytes a second says something about Ibid
// only beside that. See docs/decisions/2026-11-18-absolute-bars-are-for-one-machine.md.

/**
 * Milliseconds that the work takes on the machine of the results saved on 2026-11-15, on which the absolute bars were
 * met. It was not measured there, but follows from contenders of `turn` that were: 0.60 to 0.93, the middle one 0.69.
 * Rounded up, because a longer time makes the bars harder.
 */
const REFERENCE_MS = 0.8;

const TEXT = 'The tower was built for the fair of 1889 [1], and it has been standing there ever since. ';
const PIECES = Array.from({ length: 10_000 }, (_, index) => {
  const start = (index * 4) % TEXT.length;
  return TEXT.slice(start, start + 4) || TEXT.slice(0, 4);
});
const SIGNS = new Uint8Array(0x80);
for (const sign of '[]().,') SIGNS[sign.charCodeAt(0)] = 1;

/** Scans pieces of text character by character, makes an object of each, collects words, and joins them again. */
function work() {
  const events = [];
  const words = new Map();
  let text = '';
  let word = '';
  let signs = 0;
  for (const piece of PIECES) {
    const start = text.length;
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      signs += SIGNS[code] ?? 0;
      if (code !== 0x20) word += piece[index];
      else {
        words.set(word, (words.get(word) ?? 0) + 1);
        word = '';
      }
    }
    text += piece;
    events.push({ type: 'text', piece, start });
    if (events.length === 400) events.length = 0;
  }
  return words.size + signs + text.length;
}

/** Measures the work as often as asked, and keeps the best: other work on the machine can only add. */
export class MachineSpeed {
  #best = Infinity;
  #isWarm = false;

  measure() {
    // The engine compiles the work first.
    if (!this.#isWarm) for (let count = 0; count < 40; count++) work();
    this.#isWarm = true;
    for (let count = 0; count < 3; count++) {
      const from = process.cpuUsage();
      if (work() < PIECES.length) throw new Error('The work was not done.');
      const { user, system } = process.cpuUsage(from);
      this.#best = Math.min(this.#best, (user + system) / 1000);
    }
  }

  /** Milliseconds of CPU that the work took. */
  get milliseconds() {
    return this.#best;
  }

  /** 1 on the machine of reference, 0.5 on one that is half as fast. */
  get speed() {
    return REFERENCE_MS / this.#best;
  }
}
