import { describe, expect, it } from 'vitest';
import { areOfOneFamily } from './word-family.js';

describe('forms of one word', () => {
  it.each([
    ['expire', 'Expiry'],
    ['expires', 'Expiration'],
    ['supply', 'Supplier'],
    ['supplied', 'Supplier'],
    ['pay', 'Paid'],
    ['pay', 'Payment'],
    ['deliver', 'Delivery'],
    ['delivered', 'Delivery'],
    ['book', 'Booking'],
    ['booked', 'Booking'],
    ['start', 'Started'],
    ['own', 'Owner'],
    ['approved', 'Approval'],
    ['liefert', 'Lieferant'],
    ['geliefert', 'Lieferung'],
    ['bestellt', 'Bestellung'],
    ['bezahlt', 'Zahlung'],
    ['bezahlten', 'Bezahlt'],
    ['Rechnung', 'Rechnungen'],
  ])('%s and %s', (one, other) => expect(areOfOneFamily(one, other)).toBe(true));

  it.each([
    ['start', 'Star'],
    ['date', 'Data'],
    ['order', 'Ordinal'],
    ['member', 'Memo'],
    ['use', 'User'],
    ['pier', 'Pies'],
  ])('%s and %s are none', (one, other) => expect(areOfOneFamily(one, other)).toBe(false));
});
