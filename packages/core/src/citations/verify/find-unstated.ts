import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';
import { wordsFrom } from './find-left-out.js';
import { mostOf } from './region-sentences.js';
import { findWord, idsOf, rangeOfSentence } from './sentence-of-claim.js';
import { crosswise, deniedOfOthers } from './find-crosswise.js';
import { otherCount, otherFrequency } from './find-other-count.js';
import { otherOwner } from './find-other-owner.js';
import { otherYear } from './find-other-year.js';
import { turnedSteps, turnedWay } from './find-turned-course.js';
import { liftedCondition } from './find-denied-need.js';
import { otherEntry, otherQuarter } from './find-other-entry.js';
import { otherLabel } from './find-other-label.js';
import { otherDoerBeside, turnedTelling } from './find-other-person.js';
import { anyOfThem, cause, evenIf, exceptionToAll, order } from './find-unstated-relation.js';
import {
  notYet,
  onlyAsked,
  planned,
  plannedElsewhere,
  toldAsDone,
  weakerThere,
} from './find-only-planned.js';
import {
  addedMember,
  missingName,
  otherMember,
  otherNameThere,
  otherUnit,
  otherUnitWord,
  strayAmount,
  verbElsewhere,
  titledSubject,
} from './find-stray-word.js';

// What a claim may add although all its words are there.

/** Share of what a source denies that must be in the claim. */
const MOST_DENIED = 0.6;
const EXCEPTS = /^(?:only|except|without|instead|rather)$/;
const JOINS = /^(?:but|and|though)$/;
const ALSO = /^(?:only|just|merely|least)$/;

export function findUnstated(region: Region): Disagreement | null {
  const ids = idsOf(region);
  const sentence = mostOf(region, ids, region.sentenceAt)?.part ?? -1;
  if (sentence === -1) return null;
  if (region.isRow(rangeOfSentence(region, sentence)[0])) return deniedCell(region) ?? otherQuarter(region);
  return (
    otherOwner(region, sentence) ??
    otherYear(region, sentence) ??
    otherCount(region, sentence) ??
    otherFrequency(region, sentence) ??
    crosswise(region) ??
    deniedOfOthers(region) ??
    turnedSteps(region) ??
    turnedWay(region) ??
    cause(region) ??
    order(region) ??
    planned(region, sentence, ids) ??
    notYet(region, sentence, ids) ??
    toldAsDone(region, sentence) ??
    otherMember(region, sentence, ids) ??
    addedMember(region, sentence, ids) ??
    missingName(region) ??
    evenIf(region) ??
    weakerThere(region, sentence, ids) ??
    plannedElsewhere(region, ids) ??
    exceptionToAll(region) ??
    strayAmount(region, ids) ??
    otherNameThere(region, ids) ??
    butNot(region, sentence, ids) ??
    anyOfThem(region, sentence) ??
    titledSubject(region, sentence, ids) ??
    otherDoerBeside(region) ??
    turnedTelling(region) ??
    liftedCondition(region) ??
    otherUnit(region) ??
    otherUnitWord(region) ??
    otherLabel(region) ??
    otherQuarter(region) ??
    onlyAsked(region, sentence) ??
    otherEntry(region, sentence, ids) ??
    verbElsewhere(region)
  );
}

/** `Breakfast is not included`, where the cell says that it is. */
function deniedCell(region: Region): Disagreement | null {
  const { claim, passage, places, termOf } = region;
  for (let at = 1; at < claim.tokens.length; at++) {
    if (!claim.isNegator(at - 1) || !claim.isContent(at)) continue;
    const cells = (places[termOf[at] ?? -1] ?? []).filter((place) => (region.cellAt(place)?.row ?? 0) > 0);
    const [place] = cells;
    if (place === undefined || cells.some((one) => passage.isNegator(one - 1) || passage.hasNegator(one)))
      continue;
    return {
      kind: 'negation',
      at,
      claimed: claim.words(at - 1, at),
      found: passage.written(place),
      isCertain: false,
    };
  }
  return null;
}

/** `covered against theft, but not against loss of capacity`: what the source denies there is not so. */
function butNot(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage, places, sentenceAt } = region;
  if (claim.negators.length > 0 || findWord(claim, EXCEPTS) !== -1) return null;
  const [from, to] = rangeOfSentence(region, sentence);
  for (let at = from + 1; at < to; at++) {
    if (passage.word(at) !== 'not' || !JOINS.test(passage.word(at - 1))) continue;
    if (ALSO.test(passage.word(at + 1))) continue;
    let end = at + 1;
    while (end < to && passage.isSameClause(end, at)) end++;
    const inside: number[] = [];
    for (let index = at + 1; index < end; index++) if (passage.isContent(index)) inside.push(index);
    const said = ids.filter((id) => {
      const there = (places[id] ?? []).filter((place) => sentenceAt(place) === sentence);
      return there.length > 0 && there.every((place) => place > at && place < end);
    });
    if (inside.length > 0 && said.length >= MOST_DENIED * inside.length)
      return {
        kind: 'negation',
        at: 0,
        claimed: claim.written(0),
        found: wordsFrom(passage, at),
        isCertain: false,
      };
  }
  return null;
}
