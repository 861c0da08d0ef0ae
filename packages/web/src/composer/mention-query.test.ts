import { describe, expect, it } from 'vitest';
import { mentionQuery } from './mention-query.js';

describe('AGR-7 a mention in the message', () => {
  it('starts with an at sign at the start of a word', () => {
    expect(mentionQuery('ask @hand', 9)).toEqual({ start: 4, query: 'hand' });
    expect(mentionQuery('@', 1)).toEqual({ start: 0, query: '' });
    expect(mentionQuery('mail me@example', 15)).toBeNull();
  });

  it('looks only at what stands before the caret', () => {
    expect(mentionQuery('ask @hand book', 7)).toEqual({ start: 4, query: 'ha' });
  });

  it('ends with a line, and after a few words', () => {
    expect(mentionQuery('@one\ntwo', 8)).toBeNull();
    expect(mentionQuery('@one two three four', 19)).toBeNull();
  });
});
