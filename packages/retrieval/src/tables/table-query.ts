import { z } from 'zod';

const COMPARISONS = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'starts with',
  'empty',
  'not empty',
] as const;
const CALCULATIONS = ['count', 'count distinct', 'sum', 'average', 'median', 'minimum', 'maximum'] as const;

/** KB-12: a query of a table. It only reads, takes time proportional to the rows, and contains no code. */
export const tableQuerySchema = z.object({
  where: z
    .array(
      z.object({
        column: z.string().max(200).describe('A column, or * for any of them.'),
        is: z.enum(COMPARISONS),
        value: z
          .union([
            z.string().max(500),
            z.number(),
            z.array(z.union([z.string().max(500), z.number()])).max(200),
          ])
          .optional()
          .describe('A list means any of them. A date as 2026-05-04, 2026-05 or 2026.'),
        other_column: z
          .string()
          .max(200)
          .optional()
          .describe('Instead of a value: another column of the same row, such as Minimum stock.'),
      }),
    )
    .max(10)
    .optional()
    .describe('Only rows that meet all of these conditions.'),
  group_by: z.array(z.string().max(200)).max(3).optional().describe('Columns to group by.'),
  calculate: z
    .array(
      z.object({
        what: z.enum(CALCULATIONS),
        of: z
          .string()
          .max(300)
          .optional()
          .describe(
            'A column, or arithmetic over columns such as [Price] * [Quantity]. Not needed for count.',
          ),
      }),
    )
    .max(6)
    .optional(),
  columns: z
    .array(z.string().max(200))
    .max(20)
    .optional()
    .describe('Columns to list where nothing is calculated.'),
  order_by: z
    .string()
    .max(300)
    .optional()
    .describe('A column, or the name of a calculation, such as sum of Amount.'),
  descending: z.boolean().optional(),
  limit: z
    .number()
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('At most this many rows in the result. Default 50.'),
});

/** Stands for any column, in a condition. */
export const ANY_COLUMN = '*';

export type TableQuery = z.infer<typeof tableQuerySchema>;
export type TableCondition = NonNullable<TableQuery['where']>[number];
export type TableCalculation = NonNullable<TableQuery['calculate']>[number];

export function calculationName({ what, of }: TableCalculation): string {
  if (what === 'count') return 'count';
  return `${what === 'count distinct' ? 'different values' : what} of ${(of ?? '').trim()}`;
}

/** The query in a familiar SQL-like form. It is shown, never run. */
export function describeQuery(query: TableQuery, from: string): string {
  const functions: Record<string, string> = { average: 'avg', minimum: 'min', maximum: 'max' };
  const calculated = (query.calculate ?? []).map(({ what, of }) => {
    if (what === 'count') return 'count(*)';
    if (what === 'count distinct') return `count(distinct ${of ?? '*'})`;
    return `${functions[what] ?? what}(${of ?? ''})`;
  });
  const listed = [...(query.group_by ?? []), ...calculated];
  const shown = listed.length > 0 ? listed : (query.columns ?? ['*']);
  return (
    [
      `select ${shown.join(', ')} from ${from}`,
      ...(query.where?.length ? [`where ${query.where.map(describeCondition).join(' and ')}`] : []),
      ...(query.group_by?.length ? [`group by ${query.group_by.join(', ')}`] : []),
      ...(query.order_by ? [`order by ${query.order_by}${query.descending ? ' desc' : ''}`] : []),
    ].join(' ') + (query.limit ? ofFirst(query.limit) : '')
  );
}

/** A number followed by what it counts: alone, as in `limit 1`, the claim check would compare it with the result. */
function ofFirst(limit: number): string {
  return limit === 1 ? ', first row' : `, ${limit} rows at most`;
}

export function describeCondition(condition: TableCondition): string {
  const { is, value, other_column: other } = condition;
  const column = condition.column === ANY_COLUMN ? 'any column' : condition.column;
  if (other !== undefined) return `${column} ${is} ${other}`;
  // Without a negation, which the claim check would have to interpret.
  if (is === 'empty' || is === 'not empty') return `${column} is ${is === 'empty' ? 'blank' : 'filled in'}`;
  const written = (one: string | number | undefined) => (one === '' ? 'blank' : String(one ?? ''));
  if (Array.isArray(value))
    return `${column} ${is === '!=' ? 'not in' : 'in'} (${value.map(written).join(', ')})`;
  return `${column} ${is} ${written(value)}`;
}
