import type { EngineWords } from './engine-words.js';

/**
 * Messages as earlier versions worded them, and the wording of today. Answers, jobs and cells that were stored then
 * contain the earlier one, and a page in another language looks up the translation of the later.
 */
export const formerEngineWords: readonly (readonly [former: string, today: string])[] = [
  [
    'No text of this source was before the model.',
    'There is no text of this source to check the claim against.',
  ],
  [
    'The claim says “{claimed}”, the passage only “{found}”.',
    'The claim says “{claimed}”, but the passage says “{found}”.',
  ],
  [
    'The claim says “{claimed}”, the passage “{found}”.',
    'The claim says “{claimed}”, but the passage says “{found}”.',
  ],
  [
    'The claim says “{claimed}”, and the passage does not.',
    'The claim goes further than the passage, which does not say “{claimed}”.',
  ],
  [
    'The passage has “{found}”, and not in which unit: the claim says “{claimed}”.',
    'The passage has “{found}” without a unit; the claim says “{claimed}”.',
  ],
  [
    'Only one of them denies it: the claim has “{claimed}”, the passage “{found}”.',
    'One says it and the other denies it: the claim has “{claimed}”, the passage “{found}”.',
  ],
  [
    'The claim turns “{found}” of the passage around.',
    'The passage says “{found}”; the claim has it the other way round.',
  ],
  [
    'Nothing in the document has the words of the question. This comes closest in meaning: check whether it is meant.',
    'Nothing in the document contains the words of the question. This comes closest in meaning. Check whether it answers the question.',
  ],
  [
    'What this rested on was deleted, or is no longer shared with you. Write it again from what you may see.',
    'The documents behind this were deleted, or are no longer shared with you. Write it again from what you may see.',
  ],
  [
    'The model wrote a tool call as text; it is carried out this once.',
    'The model wrote a tool call as text. Ibid runs it this once.',
  ],
  [
    'The provider found the context too long; it was fitted again into a smaller budget.',
    'The provider rejected the context as too long, so Ibid fitted it into a smaller budget.',
  ],
  [
    'The model for small tasks could not be asked to repair the answer; it stays as it was given.',
    'The model for small tasks failed or took too long, so the answer was not repaired.',
  ],
  [
    'At most {tokens} tokens go to "{model}": an error message of its provider says that no more fits. More is tried after a day. If you know its context window, set it in the settings.',
    'At most {tokens} tokens go to "{model}": an error message of its provider says that no more fits. Ibid tries more after a day. If you know its context window, set it in the settings.',
  ],
  [
    'At most {tokens} tokens go to "{model}": its provider counted fewer tokens than were sent. More is tried after a day. If you know its context window, set it in the settings.',
    'At most {tokens} tokens go to "{model}": its provider counted fewer tokens than were sent. Ibid tries more after a day. If you know its context window, set it in the settings.',
  ],
  [
    'The provider counted {counted} tokens where about {sent} were sent: it left out the rest without saying so, and this answer may miss something. {advice}',
    'The provider counted {counted} tokens, but about {sent} were sent. It left out the rest without saying so, so this answer may be incomplete. {advice}',
  ],
  [
    'The model "{model}" sent an answer that cannot be read. Try again; if it stays, check that the address speaks the right protocol.',
    'The model "{model}" sent an answer that cannot be read. Try again; if it happens again, check that the server at this address uses the right protocol.',
  ],
  [
    'The model "{model}" gave nothing for too long. Try again, or raise the time limit in the model settings.',
    'The model "{model}" sent nothing for too long. Try again, or raise the time limit.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has a failure of its own (status {status}). Check the address in the model settings, or try again later.',
    'The provider of the model "{model}" cannot be reached or has an internal problem (status {status}). Check its address, or try again later.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has a failure of its own. Check the address in the model settings, or try again later.',
    'The provider of the model "{model}" cannot be reached or has an internal problem. Check its address, or try again later.',
  ],
  [
    'The provider takes no more requests for the model "{model}" right now and asks to wait {seconds} s. Try again later.',
    'The provider is not accepting more requests for the model "{model}" right now and asks to wait {seconds} s. Try again later.',
  ],
  [
    'The provider takes no more requests for the model "{model}" right now. Try again later.',
    'The provider is not accepting more requests for the model "{model}" right now. Try again later.',
  ],
  [
    'The connection to the model "{model}" broke in the middle of the answer. What had arrived is kept. Trying again writes a new answer; to go on from here, ask it to continue.',
    'The connection to the model "{model}" broke in the middle of the answer. What had arrived is kept. Trying again writes a new answer; to continue from here, ask it to go on.',
  ],
  ['oldest turns leave first', 'the oldest turns are left out first'],
  ['It holds no text.', 'It contains no text.'],
  ['it has no times in it.', 'it contains no timestamps.'],
  ['An archive inside of archives is not read.', 'Archives inside archives are not read. Unpack it first.'],
  ['A mailbox inside of archives is not read.', 'Mailboxes inside archives are not read. Unpack it first.'],
  [
    'Holds no text, and OCR found no words in its pictures.',
    'It contains no text, and OCR found no words in its pictures.',
  ],
  [
    'Holds no text, and its pictures could not be read: they are damaged, or too large to open.',
    'It contains no text, and its pictures could not be read: they are damaged, or too large to open.',
  ],
  [
    'Holds pictures but no text (a scan?). Switch OCR on, or run it through OCR first.',
    'It contains pictures but no text, as a scan does. Switch OCR on, or run it through OCR first.',
  ],
  [
    'The picture is damaged: it does not say how large it is.',
    'The picture is damaged: its dimensions are missing.',
  ],
  [
    'It is a picture, and OCR is switched off: Settings, Answers.',
    'It is a picture, and OCR is switched off. Switch it on under Settings, Answering.',
  ],
  ['The file holds no text.', 'The file contains no text.'],
  ['It is a named pipe, socket or device, and no file.', 'It is a named pipe, socket or device, not a file.'],
  [
    'Reading it took longer than {seconds} seconds.',
    'Reading it took more than {seconds} seconds of computing.',
  ],
  [
    'Some headings are long: {count} characters of each stand above passages.',
    'Some headings are long: {count} characters of each are kept above passages.',
  ],
  [
    'There is no room for this: you keep {used} of {limit}. Delete what you no longer need, or ask an administrator for more.',
    'There is not enough room for this: you are using {used} of {limit}. Delete what you no longer need, or ask an administrator for more.',
  ],
  [
    'The question is in another language than the document, so its words were not found. Ask it in the language of the document, or with a language model.',
    'The question and the document are in different languages, so the words of the question were not found. Ask in the language of the document, or use a language model.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has a problem of its own (status {status}). Check the address in the model settings, or try again later.',
    'The provider of the model "{model}" cannot be reached or has an internal problem (status {status}). Check its address, or try again later.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has a problem of its own. Check the address in the model settings, or try again later.',
    'The provider of the model "{model}" cannot be reached or has an internal problem. Check its address, or try again later.',
  ],
  [
    'The model "{model}" sent an answer that cannot be read. Try again; if it happens again, check that the address speaks the right protocol.',
    'The model "{model}" sent an answer that cannot be read. Try again; if it happens again, check that the server at this address uses the right protocol.',
  ],
  ['No text could be taken from it.', 'No text could be extracted from it.'],
  ['It was changed while it was read.', 'It was changed while it was being read.'],
  [
    'The provider refused the key for the model "{model}". Check the API key in the model settings.',
    'The provider refused the key for the model "{model}". Check the API key.',
  ],
  [
    'The model "{model}" sent nothing for too long. Try again, or raise the time limit in the model settings.',
    'The model "{model}" sent nothing for too long. Try again, or raise the time limit.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has an internal problem (status {status}). Check the address in the model settings, or try again later.',
    'The provider of the model "{model}" cannot be reached or has an internal problem (status {status}). Check its address, or try again later.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has an internal problem. Check the address in the model settings, or try again later.',
    'The provider of the model "{model}" cannot be reached or has an internal problem. Check its address, or try again later.',
  ],
  [
    'The provider does not know the model "{model}". Check its name in the model settings.',
    'The provider does not know the model "{model}". Check the name.',
  ],
  ['No source in this conversation has the number {number}.', 'No source has the number {number}.'],
];

/** The words of a language, with those that only stored messages contain. */
export function withFormerWords(words: EngineWords): EngineWords {
  const own = new Map(words);
  return [
    ...words,
    ...formerEngineWords.flatMap(([former, today]) => {
      const translated = own.get(today);
      return translated === undefined ? [] : [[former, translated] as const];
    }),
  ];
}
