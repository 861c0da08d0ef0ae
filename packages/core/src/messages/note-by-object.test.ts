import { describe, expect, it } from 'vitest';
import { noteByObject } from './note-by-object.js';

describe('a note with an object', () => {
  it('is known by the object alone, and another kind of note is another', () => {
    const [lengths, names] = [noteByObject<number>(), noteByObject<string>()];
    const [one, other] = [{ text: 'a' }, { text: 'a' }];
    lengths.set(one, 1);
    names.set(one, 'first');
    lengths.set(one, 2);
    expect([lengths.get(one), names.get(one)]).toEqual([2, 'first']);
    expect([lengths.get(other), names.get(other)]).toEqual([undefined, undefined]);
  });

  it('is seen by nobody else', () => {
    const notes = noteByObject<string>();
    const list = [1, 2];
    const thing = { list };
    notes.set(thing, 'noted');
    notes.set(list, 'noted');
    expect(JSON.stringify(thing)).toBe('{"list":[1,2]}');
    expect(Reflect.ownKeys(thing)).toEqual(['list']);
    expect(notes.get({ ...thing })).toBeUndefined();
    expect(notes.get(structuredClone(thing))).toBeUndefined();
    expect(thing).toEqual({ list: [1, 2] });
  });

  it('can be with what is frozen, and with what was frozen since', () => {
    const notes = noteByObject<number>();
    const frozen = Object.freeze({});
    notes.set(frozen, 1);
    expect(notes.get(frozen)).toBe(1);
    const later = {};
    notes.set(later, 2);
    Object.freeze(later);
    expect(notes.get(later)).toBe(2);
    notes.set(later, 3);
    expect(notes.get(later)).toBe(3);
  });
});
