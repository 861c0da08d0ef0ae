import { unitNamed } from '@ibid/core/internal';

/** The unit that a column's numbers are converted to. */
export interface ColumnUnit {
  kind: string;
  factor: number;
  offset: number;
  currency?: string;
  /** A unit that the claim check reads only in part or not at all: `mg/l`, `NTU`. */
  isWritten?: true;
}

const PER = /\s*\/\s*|\s+(?:per|pro|je)\s+/iu;

/** Also parses `mg/l`, `milligrams per litre` and symbols. Null for counted things such as `people`. */
export function columnUnit(name: string): ColumnUnit | null {
  const written = name.trim();
  const simple = unitNamed(written);
  if (simple) return simple;
  const [over = '', under = '', ...more] = written.split(PER);
  const [one, other] = [unitNamed(over), unitNamed(under)];
  // Money per month is treated as money.
  if (one?.kind === 'money' && under !== '') return one;
  if (one && other && more.length === 0) {
    const factor = one.factor / other.factor;
    if (one.kind === 'length' && other.kind === 'time') return { kind: 'speed', factor, offset: 0 };
    return { kind: `${one.kind}/${other.kind}`, factor, offset: 0, isWritten: true };
  }
  const isSign = /[^\p{L}\s]|.\p{Lu}/u.test(written) || (written.length > 0 && written.length <= 2);
  return isSign ? { kind: signOf(written), factor: 1, offset: 0, isWritten: true } : null;
}

const signOf = (written: string) => `=${written.replaceAll(/\s+/gu, '').replaceAll('μ', 'µ').toLowerCase()}`;

/** The compound unit at the start of a text: `mg/l` in `mg/l nitrate`. */
export function unitAtStart(text: string): { unit: ColumnUnit; length: number } | null {
  const sign = /^\s?([^\s\d,;()|*]*[^\s\d,;.:()|*])/u.exec(text);
  const long = /^\s?\p{L}+\s+(?:per|pro|je)\s+\p{L}+/iu.exec(text);
  for (const [whole = ''] of [long ?? [], sign ?? []]) {
    const unit = whole === '' ? null : columnUnit(whole);
    if (unit) return { unit, length: whole.length };
  }
  return null;
}

/** The unit in the name of a table column: `Nitrate (mg/l)`, `Depth [m]`, `Weight, kg`, `Länge in m`. */
export function unitOfHeader(name: string): { unit: ColumnUnit; written: string } | null {
  const written =
    /[([]\s*(?:in\s+)?([^()[\]]{1,20})\s*[)\]]\s*$/u.exec(name)?.[1] ??
    /(?:,|\bin|\/)\s+(\S{1,12})\s*$/u.exec(name)?.[1] ??
    '';
  const unit = written === '' ? null : columnUnit(written);
  return unit && { unit, written: written.trim() };
}
