import type { Disagreement } from './disagreement.js';
import { isRow, rangeOf } from './region-sentences.js';
import type { Region } from './region.js';

interface Field {
  /** Index of the token that names it. */
  key: number;
  isNamed: boolean;
  /** A word of the claim that is its value; -1 if none. */
  value: number;
  /** The first word of its value, whatever it is; -1 if it is empty. */
  first: number;
}

/** Fields that identify the record; their value applies to all other fields. */
const NAMING =
  /^(?:name|title|label|id|key|sku|code|number|no|account|customer|client|product|item|person|employee|subject|titel|nummer|kunde|artikel|bezeichnung|nom|nombre)$/;
/** Values of flag fields. A claim contains only the name of such a field: `is discontinued`. */
const FLAG = /^(?:true|false|yes|no|ja|nein|oui|non|si)$/;

/**
 * Finds `INC-882 is assigned to Cohen` where the record has Cohen as the reporter: the claim names one field and has
 * the value of another. The first field identifies the record.
 */
export function findOtherField(region: Region): Disagreement | null {
  const { claim, passage, termOf } = region;
  if (region.hasTable || !region.mayHaveRows) return null;
  const statements = new Map<number, number>();
  for (const places of region.places)
    for (const statement of new Set(places.map((place) => region.statementAt(place))))
      statements.set(statement, (statements.get(statement) ?? 0) + 1);
  const [best] = Array.from(statements).sort((left, right) => right[1] - left[1]);
  if (!best || !isRow(region, best[0])) return null;
  const fields = fieldsOf(region, best[0]);
  const named = fields
    .slice(1)
    .find(({ isNamed, value, first }) => isNamed && value === -1 && !FLAG.test(passage.word(first)));
  const other = fields
    .slice(1)
    .find(
      ({ key, isNamed, value }) =>
        !isNamed && value !== -1 && passage.isContent(key) && !NAMING.test(passage.word(key)),
    );
  // A name is not confused with a date, nor a date with a name.
  if (!named || !other || isAmount(passage, named.first) !== isAmount(passage, other.value)) return null;
  const at = termOf.findIndex((id, index) => id >= 0 && claim.term(index) === passage.term(other.value));
  return {
    kind: 'field',
    at: Math.max(0, at),
    claimed: passage.written(other.value),
    found: passage.written(other.key),
    isCertain: true,
  };
}

function fieldsOf(region: Region, statement: number): Field[] {
  const { passage } = region;
  const [from, to] = rangeOf(region, statement);
  const claimedAt = new Set(region.places.flat());
  const fields: Field[] = [];
  for (let index = from; index < to; index++) {
    const isFirst = index === from || !passage.isSameClause(index - 1, index);
    const field = fields.at(-1);
    if (isFirst || !field)
      fields.push({
        key: index,
        isNamed: claimedAt.has(index) || isAlike(region, index),
        value: -1,
        first: -1,
      });
    else {
      if (field.first === -1) field.first = index;
      if (claimedAt.has(index) && field.value === -1) field.value = index;
    }
  }
  return fields;
}

/** `owns` names the field `owner`, `is assigned to` the field `assignee`. */
const isAlike = ({ claim, passage }: Region, key: number) =>
  claim.tokens.some((_, index) => {
    const [ours, theirs] = [claim.term(index), passage.word(key)];
    return (
      claim.isContent(index) &&
      ours.length >= 3 &&
      (theirs.startsWith(ours) || (ours.length >= 5 && ours.slice(0, 5) === theirs.slice(0, 5)))
    );
  });

const isAmount = ({ tokens }: Region['passage'], index: number) => tokens[index]?.amount !== undefined;
