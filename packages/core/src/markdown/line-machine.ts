import {
  BACKSLASH,
  BACKTICK,
  CARRIAGE_RETURN,
  DASH,
  EQUALS,
  GREATER,
  HASH,
  LINE_FEED,
  PLUS,
  SPACE,
  STAR,
  TAB,
  TILDE,
  UNDERSCORE,
  isBlank,
  isDigit,
} from './character-codes.js';
import type { CodeKind } from './code-segment.js';
import { InlineCode, MAX_INLINE_CODE } from './inline-code.js';
import { Phase } from './line-phase.js';
import { ListContainers } from './list-containers.js';

/** Quotes in quotes and lists in lists, at most. */
const MAX_DEPTH = 64;

/**
 * Reads Markdown character by character and reports kinds as soon as they are certain: `decide(end, kind)` settles
 * everything up to `end` that is not settled yet. Whatever changes the kind of what follows first settles what
 * came before; so the outcome cannot depend on where the text was cut.
 */
export class LineMachine {
  readonly #decide: (end: number, kind: CodeKind) => void;
  readonly #inline: InlineCode;
  readonly #lists = new ListContainers();
  #phase: Phase = Phase.LineStart;
  #lineStart = 0;
  #column = 0;
  /** Column after a list marker whose content has not begun; -1: none. */
  #markerEnd = -1;
  /** Quote marks of this line, and of the block that is open. */
  #quotes = 0;
  #depth = 0;
  #afterQuote = false;
  #inParagraph = false;
  #isHeading = false;
  #afterReturn = false;
  #backslash = false;
  /** While the line may still be a rule or an underline: the character it is made of, and how many. */
  #rule = 0;
  #ruleLength = 0;
  /** The run of backticks, tildes, digits or hashes being read. */
  #run = 0;
  #runStart = 0;
  #runEscaped = false;
  #runCharacter = 0;
  #listNumber = 0;
  #fence: { character: number; length: number; depth: number; offset: number } | null = null;

  constructor(decide: (end: number, kind: CodeKind) => void) {
    this.#decide = decide;
    this.#inline = new InlineCode((end, code) => decide(end, code ? 'inline' : 'none'));
  }

  /** In the middle of a line with nothing open: only a backtick, a backslash or a line end can change the kind. */
  get isQuiet(): boolean {
    if (this.#phase === Phase.Inline)
      return this.#run === 0 && this.#rule === 0 && !this.#backslash && !this.#inline.isOpen;
    return this.#phase === Phase.FenceLine || this.#phase === Phase.Indented;
  }

  get kind(): CodeKind {
    if (this.#fence) return 'fenced';
    return this.#phase === Phase.Indented ? 'indented' : 'none';
  }

  /** What a letter would be if it came next; null where that depends on what follows, or on the letter. */
  get nextKind(): CodeKind | null {
    if (this.#inline.isOpen) return null;
    switch (this.#phase) {
      case Phase.FenceRun:
      case Phase.FenceInfo:
        return null;
      case Phase.Inline:
        return this.#run > 0 ? null : 'none';
      case Phase.LineStart:
        return this.#nextKindAtLineStart();
      default:
        return this.kind;
    }
  }

  #nextKindAtLineStart(): CodeKind | null {
    if (this.#fence) {
      const isInside = this.#quotes >= this.#fence.depth && this.#column >= this.#fence.offset;
      return isInside ? 'fenced' : null;
    }
    if (this.#markerEnd >= 0) return this.#column - this.#markerEnd <= 4 ? 'none' : null;
    const offset = this.#lists.offset(this.#quotes, this.#lists.levelAt(this.#quotes, this.#column));
    return this.#inParagraph || this.#column - offset < 4 ? 'none' : null;
  }

  /** The line so far closes the fence, if it ends here. */
  get isFenceEnd(): boolean {
    const isClosing = this.#phase === Phase.FenceClose || this.#phase === Phase.FenceCloseSpace;
    return isClosing && this.#fence !== null && this.#run >= this.#fence.length;
  }

  /** A piece ended at `position`: settles what further text cannot change. */
  settle(position: number): void {
    this.#inline.limit(position);
    if (this.#inline.isOpen || this.#phase === Phase.FenceRun || this.#phase === Phase.FenceInfo) return;
    if (this.#phase === Phase.Inline && this.#run > 0 && this.#run <= MAX_INLINE_CODE) return;
    this.#decide(position, this.kind);
  }

  end(position: number): void {
    const isFence = this.#phase === Phase.FenceRun && this.#run >= 3;
    if (isFence || this.#phase === Phase.FenceInfo) this.#openFence();
    else if (this.#phase === Phase.FenceRun) this.#startInline();
    if (this.#phase === Phase.Inline) {
      this.#endRun();
      this.#inline.finish(position);
    } else this.#inline.finish(this.#lineStart);
    this.#decide(position, this.kind);
  }

  step(code: number, position: number): void {
    if (code === LINE_FEED && this.#afterReturn) {
      this.#afterReturn = false;
      this.#lineStart = position + 1;
      return;
    }
    this.#afterReturn = code === CARRIAGE_RETURN;
    if (code === LINE_FEED || code === CARRIAGE_RETURN) this.#endLine(position);
    else this.#character(code, position);
  }

  #character(code: number, position: number): void {
    switch (this.#phase) {
      case Phase.Inline:
        return this.#inlineCharacter(code, position);
      case Phase.FenceLine:
      case Phase.Indented:
        return;
      case Phase.LineStart:
        return this.#lineStartCharacter(code, position);
      case Phase.Bullet:
        if (isBlank(code) && this.#mayNest()) return this.#startListItem(code);
        break;
      case Phase.Ordered:
        if (isDigit(code) && this.#runCharacter === 0 && this.#run < 9) {
          this.#run++;
          this.#listNumber = this.#listNumber * 10 + code - 48;
          this.#column++;
          return;
        }
        if ((code === 46 || code === 41) && this.#runCharacter === 0) {
          this.#runCharacter = code;
          this.#column++;
          return;
        }
        if (isBlank(code) && this.#runCharacter !== 0 && this.#mayStartList())
          return this.#startListItem(code);
        break;
      case Phase.Heading:
        if (code === HASH && this.#run < 6) {
          this.#run++;
          return;
        }
        if (isBlank(code)) {
          this.#startBlock();
          this.#isHeading = true;
          this.#phase = Phase.Inline;
          this.#run = 0;
          return;
        }
        break;
      case Phase.FenceRun:
        return this.#fenceRunCharacter(code, position);
      case Phase.FenceInfo:
        if (code !== BACKTICK) {
          this.#backslash = code === BACKSLASH && !this.#backslash;
          if (position - this.#runStart > MAX_INLINE_CODE) this.#openFence();
          return;
        }
        break;
      case Phase.FenceClose:
        if (code === this.#fence?.character) this.#run++;
        else this.#phase = isBlank(code) ? Phase.FenceCloseSpace : Phase.FenceLine;
        return;
      case Phase.FenceCloseSpace:
        if (!isBlank(code)) this.#phase = Phase.FenceLine;
        return;
    }
    this.#startInline();
    this.#inlineCharacter(code, position);
  }

  #inlineCharacter(code: number, position: number): void {
    if (code === BACKTICK) {
      this.#rule = 0;
      if (this.#run === 0) {
        this.#runStart = position;
        this.#runEscaped = this.#backslash;
      }
      this.#run++;
      this.#backslash = false;
      return;
    }
    if (this.#run > 0) this.#endRun();
    this.#backslash = code === BACKSLASH && !this.#backslash;
    if (this.#rule === 0 || isBlank(code)) return;
    if (code === this.#rule) this.#ruleLength++;
    else this.#rule = 0;
  }

  #endRun(): void {
    if (this.#run > 0 && this.#run <= MAX_INLINE_CODE)
      this.#inline.addRun(this.#runStart, this.#run, this.#runEscaped);
    this.#run = 0;
  }

  #lineStartCharacter(code: number, position: number): void {
    if (code === SPACE && this.#afterQuote) {
      this.#afterQuote = false;
      return;
    }
    this.#afterQuote = false;
    if (code === SPACE) this.#column++;
    else if (code === TAB) this.#column += 4 - (this.#column % 4);
    else if (this.#fence) this.#fenceLineContent(code, position);
    else this.#lineContent(code, position);
  }

  #fenceLineContent(code: number, position: number): void {
    const fence = this.#fence;
    if (!fence) return;
    if (code === GREATER && this.#quotes < fence.depth) {
      this.#quote();
    } else if (this.#quotes < fence.depth || this.#column < fence.offset) {
      // The list item or quote that held the fence is over, and the fence with it.
      this.#decide(position, 'fenced');
      this.#fence = null;
      this.#lineContent(code, position);
    } else if (code === fence.character && this.#column - fence.offset < 4) {
      this.#run = 1;
      this.#phase = Phase.FenceClose;
    } else this.#phase = Phase.FenceLine;
  }

  #quote(): void {
    this.#quotes++;
    this.#column = 0;
    this.#afterQuote = true;
  }

  #lineContent(code: number, position: number): void {
    if (this.#markerEnd >= 0) {
      const width = this.#column - this.#markerEnd;
      this.#lists.open(this.#quotes, width <= 4 ? this.#column : this.#markerEnd + 1);
      this.#markerEnd = -1;
    }
    const level = this.#lists.levelAt(this.#quotes, this.#column);
    const relative = this.#column - this.#lists.offset(this.#quotes, level);
    if (code === GREATER && relative < 4 && this.#quotes < MAX_DEPTH) {
      if (!this.#inParagraph) this.#lists.close(this.#quotes + 1, Infinity);
      this.#quote();
      return;
    }
    if (this.#quotes > this.#depth) this.#startBlock();
    this.#run = 1;
    this.#runStart = position;
    this.#runEscaped = false;
    this.#backslash = false;
    if (relative >= 4) {
      if (this.#inParagraph) {
        this.#startInline();
        this.#run = 0;
        this.#inlineCharacter(code, position);
      } else {
        this.#startBlock();
        this.#decide(position, 'none');
        this.#phase = Phase.Indented;
      }
      return;
    }
    if (code === DASH || code === STAR || code === EQUALS || code === UNDERSCORE) {
      this.#rule = code;
      this.#ruleLength = 1;
    }
    if (code === BACKTICK || code === TILDE) {
      if (!this.#inline.isOpen) this.#decide(position, 'none');
      this.#runCharacter = code;
      this.#phase = Phase.FenceRun;
    } else if (code === DASH || code === STAR || code === PLUS) {
      this.#column++;
      this.#phase = Phase.Bullet;
    } else if (isDigit(code)) {
      this.#listNumber = code - 48;
      this.#runCharacter = 0;
      this.#column++;
      this.#phase = Phase.Ordered;
    } else if (code === HASH) this.#phase = Phase.Heading;
    else {
      this.#startInline();
      this.#backslash = code === BACKSLASH;
    }
  }

  #fenceRunCharacter(code: number, position: number): void {
    if (code === this.#runCharacter) {
      this.#run++;
      if (this.#run > MAX_INLINE_CODE) this.#startInline();
    } else if (this.#run < 3) {
      this.#startInline();
      this.#inlineCharacter(code, position);
    } else if (this.#runCharacter === TILDE) this.#openFence();
    else {
      this.#phase = Phase.FenceInfo;
      this.#backslash = code === BACKSLASH;
    }
  }

  /** A number other than 1 does not interrupt a paragraph, unless the paragraph is a list's. */
  #mayStartList(): boolean {
    if (!this.#mayNest()) return false;
    return !this.#inParagraph || this.#listNumber === 1 || this.#lists.levelAt(this.#quotes, Infinity) > 0;
  }

  /** Deeper than anyone writes, markers are text: endless ones must not pile up. */
  #mayNest(): boolean {
    return this.#lists.levelAt(this.#quotes, Infinity) < MAX_DEPTH;
  }

  #startListItem(code: number): void {
    const marker = this.#phase === Phase.Bullet ? 1 : this.#run + 1;
    const level = this.#lists.levelAt(this.#quotes, this.#column - marker);
    this.#startBlock();
    this.#lists.close(this.#quotes, level);
    this.#markerEnd = this.#column;
    this.#column += code === TAB ? 4 - (this.#column % 4) : 1;
    this.#rule = 0;
    this.#run = 0;
    this.#phase = Phase.LineStart;
  }

  /** The line is a block of its own: the paragraph before it, and what was open in it, is over. */
  #startBlock(): void {
    this.#inline.finish(this.#lineStart);
    this.#inParagraph = false;
    this.#depth = this.#quotes;
    this.#lists.close(this.#quotes, this.#lists.levelAt(this.#quotes, this.#column));
  }

  /** The line is running text: it begins a paragraph or goes on with one. */
  #startInline(): void {
    if (!this.#inParagraph) this.#startBlock();
    this.#inParagraph = true;
    const isRun =
      (this.#phase === Phase.FenceRun || this.#phase === Phase.FenceInfo) && this.#runCharacter === BACKTICK;
    if (this.#phase === Phase.FenceInfo) {
      this.#endRun();
    } else if (!isRun) this.#run = 0;
    this.#phase = Phase.Inline;
  }

  #openFence(): void {
    this.#startBlock();
    this.#decide(this.#runStart, 'none');
    const offset = this.#lists.offset(this.#quotes, this.#lists.levelAt(this.#quotes, this.#column));
    this.#fence = { character: this.#runCharacter, length: this.#run, depth: this.#quotes, offset };
    this.#phase = Phase.FenceLine;
    this.#run = 0;
  }

  #endLine(position: number): void {
    if (this.#phase === Phase.FenceInfo || (this.#phase === Phase.FenceRun && this.#run >= 3))
      this.#openFence();
    else if (this.#fence) this.#endFencedLine(position);
    else if (this.#phase === Phase.FenceRun || this.#phase === Phase.Ordered) this.#startInline();
    if (this.#phase === Phase.Inline) {
      this.#endRun();
      const isRule =
        this.#rule !== 0 && (this.#ruleLength > 2 || this.#rule === DASH || this.#rule === EQUALS);
      if (this.#isHeading || isRule) this.#closeParagraph(position);
    } else if (this.#phase === Phase.Indented) this.#decide(position + 1, 'indented');
    else if (!this.#fence) this.#closeParagraph(position);
    if (this.#markerEnd >= 0) this.#lists.open(this.#quotes, this.#markerEnd + 1);
    this.#lineStart = position + 1;
    this.#column = 0;
    this.#quotes = 0;
    this.#markerEnd = -1;
    this.#afterQuote = false;
    this.#isHeading = false;
    this.#backslash = false;
    this.#rule = 0;
    this.#run = 0;
    this.#phase = Phase.LineStart;
  }

  #endFencedLine(position: number): void {
    const fence = this.#fence;
    if (!fence) return;
    const isClosing = this.#phase === Phase.FenceClose || this.#phase === Phase.FenceCloseSpace;
    const hasLeft = this.#phase === Phase.LineStart && this.#quotes < fence.depth;
    if (!(isClosing && this.#run >= fence.length) && !hasLeft) return;
    this.#decide(position + 1, 'fenced');
    this.#fence = null;
    this.#inParagraph = false;
  }

  /** A blank line, a heading's end, a rule: inline code does not go over it. */
  #closeParagraph(position: number): void {
    this.#inline.finish(position);
    this.#inParagraph = false;
    if (this.#quotes < this.#depth) this.#depth = this.#quotes;
  }
}
