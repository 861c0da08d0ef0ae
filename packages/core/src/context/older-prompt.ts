import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';

/** A prompt for a model of the AI SDK 6. Of what Ibid writes, only the files of messages have another form there. */
export function olderPrompt(prompt: LanguageModelV4Prompt): LanguageModelV3Prompt {
  return prompt.map(olderMessage);
}

function olderMessage(message: LanguageModelV4Message): LanguageModelV3Message {
  if (message.role !== 'user') return message as LanguageModelV3Message;
  const content = message.content.map((part) =>
    part.type === 'file' ? { ...part, data: olderData(part.data) } : part,
  );
  return { ...message, content } as LanguageModelV3Message;
}

function olderData(file: LanguageModelV4FilePart['data']): unknown {
  if (file.type === 'data') return file.data;
  if (file.type === 'url') return file.url;
  return file;
}
