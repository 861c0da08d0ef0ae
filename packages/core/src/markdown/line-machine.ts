import {
  CARRIAGE_RETURN,
  GREATER,
  LINE_FEED,
  isFenceSign,
  isMarkerSign,
  isRuleSign,
} from './character-codes.js';
import { BlockMarker } from './block-marker.js';
import type { CodeKind } from './code-segment.js';
import { FenceOpening } from './fence-opening.js';
import { InlineText } from './inline-text.js';
import { Phase } from './line-phase.js';
import { OpenFence } from './open-fence.js';
import { LinePlace } from './line-place.js';
import { ListContainers } from './list-containers.js';

/** The deepest nesting of quotes and lists. Deeper than anyone writes; further marks are text. */
const MAX_DEPTH = 64;

/**
 * Reads Markdown character by character and reports kinds as soon as they are certain: `decide(end, kind)` decides
 * everything undecided up to `end`. Any change of kind first decides the text before it, so the result cannot depend on
 * how the text was split.
 */
export class LineMachine {
  readonly #decide: (end: number, kind: CodeKind) => void;
  readonly #inline: InlineText;
  readonly #marker = new BlockMarker();
  readonly #lists = new ListContainers();
  #phase: Phase = Phase.LineStart;
  #lineStart = 0;
  readonly #place = new LinePlace();
  /** Column at which the content of the line begins. */
  #indent = 0;
  /** Column after a list marker whose content has not begun; -1 if there is none. */
  #markerEnd = -1;
  /** Number of quote marks of the open block. */
  #depth = 0;
  #inParagraph = false;
  #isHeading = false;
  #afterReturn = false;
  readonly #opening = new FenceOpening();
  #fence: OpenFence | null = null;

  constructor(decide: (end: number, kind: CodeKind) => void) {
    this.#decide = decide;
    this.#inline = new InlineText((end, code) => decide(end, code ? 'inline' : 'none'));
  }

  /** True in the middle of a line with nothing open: only a backtick, a backslash or a line end can change the kind. */
  get isQuiet(): boolean {
    if (this.#phase === Phase.Inline) return this.#inline.isQuiet;
    return this.#phase === Phase.Indented || (this.#phase === Phase.Fenced && this.#fence?.isQuiet === true);
  }

  get kind(): CodeKind {
    if (this.#fence) return 'fenced';
    return this.#phase === Phase.Indented ? 'indented' : 'none';
  }

  /** The kind that a letter would have if it came next; null if that depends on what follows, or on the letter. */
  get nextKind(): CodeKind | null {
    if (this.#inline.isOpen) return null;
    switch (this.#phase) {
      case Phase.FenceOpening:
        return null;
      case Phase.Inline:
        return this.#inline.isInRun ? null : 'none';
      case Phase.LineStart:
        return this.#nextKindAtLineStart();
      default:
        return this.kind;
    }
  }

  #nextKindAtLineStart(): CodeKind | null {
    if (this.#fence) return this.#fence.holds(this.#place.quotes, this.#place.column) ? 'fenced' : null;
    if (this.#markerEnd >= 0) return this.#place.column - this.#markerEnd <= 4 ? 'none' : null;
    const offset = this.#lists.offset(
      this.#place.quotes,
      this.#lists.levelAt(this.#place.quotes, this.#place.column),
    );
    return this.#inParagraph || this.#place.column - offset < 4 ? 'none' : null;
  }

  /** Whether the line closes the fence if it ends here. */
  get isFenceEnd(): boolean {
    return this.#phase === Phase.Fenced && this.#fence?.isEnd === true;
  }

  /** A piece ended at `position`: decides what further text cannot change. */
  settle(position: number): void {
    this.#inline.limit(position);
    if (this.#inline.isOpen || this.#phase === Phase.FenceOpening) return;
    if (this.#phase === Phase.Inline && this.#inline.isRunUndecided) return;
    this.#decide(position, this.kind);
  }

  end(position: number): void {
    if (this.#phase === Phase.FenceOpening) this.#endOpening();
    if (this.#phase === Phase.Inline) {
      this.#inline.endRun();
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
        return this.#inline.character(code, position);
      case Phase.Fenced:
        return this.#fence?.character(code);
      case Phase.LineStart:
        return this.#lineStartCharacter(code, position);
      case Phase.Marker:
        return this.#markerCharacter(code, position);
      case Phase.FenceOpening:
        return this.#openingCharacter(code, position);
    }
  }

  #textCharacter(code: number, position: number): void {
    this.#startInline();
    this.#inline.character(code, position);
  }

  #openingCharacter(code: number, position: number): void {
    const outcome = this.#opening.step(code, position);
    if (outcome === 'fence') this.#openFence();
    else if (outcome === 'long') this.#startInline();
    else if (outcome === 'text') this.#textCharacter(code, position);
  }

  #markerCharacter(code: number, position: number): void {
    const outcome = this.#marker.step(code);
    if (outcome === 'more') this.#place.column++;
    else if (outcome === 'list' && this.#mayStartList()) this.#startListItem(code);
    else if (outcome === 'heading') {
      this.#startBlock();
      this.#isHeading = true;
      this.#phase = Phase.Inline;
    } else this.#textCharacter(code, position);
  }

  #lineStartCharacter(code: number, position: number): void {
    if (this.#place.take(code)) return;
    if (this.#fence) this.#fenceLineContent(this.#fence, code, position);
    else this.#lineContent(code, position);
  }

  #fenceLineContent(fence: OpenFence, code: number, position: number): void {
    if (code === GREATER && this.#place.quotes < fence.depth) this.#place.quote();
    else if (fence.holds(this.#place.quotes, this.#place.column)) {
      fence.content(code, this.#place.column);
      this.#phase = Phase.Fenced;
    } else {
      // The list item or quote that contained the fence has ended, and the fence with it.
      this.#decide(position, 'fenced');
      this.#fence = null;
      this.#lineContent(code, position);
    }
  }

  #lineContent(code: number, position: number): void {
    if (this.#markerEnd >= 0) {
      const width = this.#place.column - this.#markerEnd;
      this.#lists.open(this.#place.quotes, width <= 4 ? this.#place.column : this.#markerEnd + 1);
      this.#markerEnd = -1;
    }
    this.#indent = this.#place.column;
    const level = this.#lists.levelAt(this.#place.quotes, this.#place.column);
    const relative = this.#place.column - this.#lists.offset(this.#place.quotes, level);
    if (code === GREATER && relative < 4 && this.#place.quotes < MAX_DEPTH) {
      if (!this.#inParagraph) this.#lists.close(this.#place.quotes + 1, Infinity);
      this.#place.quote();
      return;
    }
    if (this.#place.quotes > this.#depth) this.#startBlock();
    if (relative >= 4 && !this.#inParagraph) {
      this.#startBlock();
      this.#decide(position, 'none');
      this.#phase = Phase.Indented;
    } else if (relative >= 4) this.#textCharacter(code, position);
    else this.#blockContent(code, position);
  }

  #blockContent(code: number, position: number): void {
    if (isFenceSign(code)) {
      if (!this.#inline.isOpen) this.#decide(position, 'none');
      this.#opening.begin(code, position);
      this.#phase = Phase.FenceOpening;
    } else if (isMarkerSign(code)) {
      this.#marker.start(code);
      this.#place.column++;
      this.#phase = Phase.Marker;
    } else this.#textCharacter(code, position);
    if (isRuleSign(code)) this.#inline.startRule(code);
  }

  /** A number other than 1 does not interrupt a paragraph, unless the paragraph is in a list. */
  #mayStartList(): boolean {
    if (this.#lists.levelAt(this.#place.quotes, Infinity) >= MAX_DEPTH) return false;
    return (
      !this.#inParagraph || this.#marker.mayInterrupt || this.#lists.levelAt(this.#place.quotes, Infinity) > 0
    );
  }

  #startListItem(code: number): void {
    this.#startBlock();
    this.#markerEnd = this.#place.column;
    this.#place.take(code);
    this.#inline.endRule();
    this.#phase = Phase.LineStart;
  }

  /** The line starts a new block: ends the previous paragraph and whatever is open in it. */
  #startBlock(): void {
    this.#inline.finish(this.#lineStart);
    this.#inParagraph = false;
    this.#depth = this.#place.quotes;
    this.#lists.close(this.#place.quotes, this.#lists.levelAt(this.#place.quotes, this.#indent));
  }

  /** The line is running text: it begins a paragraph or continues one. */
  #startInline(): void {
    if (!this.#inParagraph) this.#startBlock();
    this.#inParagraph = true;
    if (this.#phase === Phase.FenceOpening && this.#opening.isBackticks) {
      this.#inline.takeRun(this.#opening.start, this.#opening.length);
      if (this.#opening.isInfo) this.#inline.endRun();
      this.#inline.setBackslash(this.#opening.endsInBackslash);
    }
    this.#phase = Phase.Inline;
  }

  #endOpening(): void {
    if (this.#opening.isFence) this.#openFence();
    else this.#startInline();
  }

  #openFence(): void {
    this.#startBlock();
    const { start, character, length } = this.#opening;
    this.#decide(start, 'none');
    const offset = this.#lists.offset(
      this.#place.quotes,
      this.#lists.levelAt(this.#place.quotes, this.#place.column),
    );
    this.#fence = new OpenFence({ character, length, depth: this.#place.quotes, offset });
    this.#fence.skipLine();
    this.#phase = Phase.Fenced;
  }

  #endLine(position: number): void {
    if (this.#phase === Phase.FenceOpening) this.#endOpening();
    else if (this.#fence) this.#endFencedLine(this.#fence, position);
    else if (this.#phase === Phase.Marker && this.#marker.isNumber) this.#startInline();
    if (this.#phase === Phase.Inline) {
      this.#inline.endRun();
      if (this.#isHeading || this.#inline.isRule) this.#closeParagraph(position);
    } else if (this.#phase === Phase.Indented) this.#decide(position + 1, 'indented');
    else if (!this.#fence) this.#closeParagraph(position);
    if (this.#markerEnd >= 0) this.#lists.open(this.#place.quotes, this.#markerEnd + 1);
    this.#lineStart = position + 1;
    this.#place.startLine();
    this.#markerEnd = -1;
    this.#isHeading = false;
    this.#fence?.startLine();
    this.#inline.startLine();
    this.#phase = Phase.LineStart;
  }

  #endFencedLine(fence: OpenFence, position: number): void {
    const hasLeft = this.#phase === Phase.LineStart && this.#place.quotes < fence.depth;
    if (!fence.isEnd && !hasLeft) return;
    this.#decide(position + 1, 'fenced');
    this.#fence = null;
    this.#inParagraph = false;
  }

  /** Inline code does not extend over a blank line, the end of a heading, or a rule. */
  #closeParagraph(position: number): void {
    this.#inline.finish(position);
    this.#inParagraph = false;
    if (this.#place.quotes < this.#depth) this.#depth = this.#place.quotes;
  }
}
