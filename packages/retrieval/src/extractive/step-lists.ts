/** One step of a numbered list. */
export interface Step {
  at: number;
  /** Its text with its number as written, then what stands below it. */
  parts: string[];
}

/** Numbered steps as a document lists them, or as much of them as was found. */
export interface StepList {
  /** The heading above, or an empty string. */
  heading: string;
  /** The line before the first step. */
  intro: string;
  steps: Step[];
}

/** Between passages of one document that are not adjacent. */
const GAP = /^\s*\[…\]\s*$/u;
const HEADING = /^#{1,6}\s+/u;
const ITEM =
  /^(?<label>(?:step|schritt)\s+(?<named>\d{1,2})\s*[:.)–—-]|(?<plain>\d{1,2})[.)])\s+(?<text>\S.*)$/iu;
const POINT = /^[-*+•◦▪‣]\s+/u;

/** A line without its marks. */
const saidIn = (line: string) =>
  line.trim().replace(HEADING, '').replace(POINT, '').replaceAll('**', '').trim();

/** All lists of numbered steps in a text, in order. */
export function stepLists(text: string): StepList[] {
  const lists: StepList[] = [];
  let open: StepList | null = null;
  let heading = '';
  let intro = '';
  let isApart = false;
  let areHeadings = false;
  let indent = 0;
  const close = () => {
    if (open) lists.push(open);
    open = null;
  };
  for (const line of text.split(/\r?\n/u)) {
    const isHeading = HEADING.test(line);
    const said = saidIn(line);
    const item = ITEM.exec(said)?.groups;
    const at = Number(item?.['named'] ?? item?.['plain']);
    const last: Step | undefined = (open as StepList | null)?.steps.at(-1);
    const ownIndent = line.length - line.trimStart().length;
    const isWithin = last !== undefined && (areHeadings ? !isHeading : ownIndent > indent + 1);
    if (said === '' || GAP.test(line)) {
      isApart = true;
      if (said !== '') {
        close();
        intro = '';
      }
    } else if (item && !isWithin) {
      if (!open || at !== (last?.at ?? 0) + 1) {
        close();
        open = { heading, intro, steps: [] };
      }
      (open as StepList).steps.push({ at, parts: [said] });
      isApart = false;
      areHeadings = isHeading;
      indent = ownIndent;
    } else if (isHeading) {
      close();
      heading = said;
      intro = '';
    } else if (last && (isWithin || !isApart)) {
      const startsAnew = POINT.test(line.trim()) || ITEM.test(said);
      if (startsAnew) last.parts.push(said);
      else last.parts.push(`${last.parts.pop() ?? ''} ${said}`.trim());
    } else intro = said;
  }
  close();
  return lists;
}

/** The number with which a passage goes on a list that was begun before it; null if it begins otherwise. */
export function listedFrom(text: string): number | null {
  const [line = ''] = text.trimStart().split('\n', 1);
  return stepLists(line)[0]?.steps[0]?.at ?? null;
}

/** The number of the step with which a passage ends; null if it ends otherwise. */
export function listedTo(text: string): number | null {
  const step = stepLists(text).at(-1)?.steps.at(-1);
  const end = saidIn(text.trimEnd().split('\n').at(-1) ?? '');
  return step?.parts.at(-1)?.endsWith(end) === true ? step.at : null;
}

const NAMES_THING =
  /^\P{L}*(?:the|a|an|this|these|each|every|all|any|no|if|when|our|your|we|der|die|das|ein|eine|wenn|jede[rs]?|alle)\s/iu;
const STATES =
  /\b(?:is|are|was|were|shall|must|may|has|have|ist|sind|war|waren|hat|haben|wird|werden|muss|darf)\b/iu;
const MOST = 2 / 3;

/** Steps tell somebody what to do. Other numbered lists, such as clauses or topics, have an order without "next". */
export function tellsWhatToDo({ steps }: StepList): boolean {
  const told = steps.filter(({ parts: [text = ''] }) => {
    const groups = ITEM.exec(text)?.groups;
    if (groups?.['named'] !== undefined) return true;
    const [sentence = ''] = (groups?.['text'] ?? '').split(/[.;:,]\s/u);
    return !NAMES_THING.test(sentence) && !STATES.test(sentence);
  });
  return told.length >= steps.length * MOST;
}
