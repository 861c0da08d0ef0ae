import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';

/**
 * For models that reject tools: offers none and puts search results into the conversation, because their templates have
 * no tool messages.
 */
export function withoutTools(model: LanguageModelV4): LanguageModelV4 {
  const plain = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const changed = { ...options, prompt: plainPrompt(options.prompt) };
    delete changed.tools;
    delete changed.toolChoice;
    return changed;
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(plain(options)),
    doStream: (options) => model.doStream(plain(options)),
  };
}

function plainPrompt(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.flatMap((message): LanguageModelV4Prompt => {
    if (message.role === 'assistant') {
      const content = message.content.filter((part) => part.type === 'text' && part.text !== '');
      return content.length > 0 ? [{ role: 'assistant', content }] : [];
    }
    if (message.role !== 'tool') return [message];
    const text = message.content
      .flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(valueOf(part.output))] : []))
      .map((value) => (value.startsWith('"') ? (JSON.parse(value) as string) : value))
      .join('\n\n');
    return [
      { role: 'user', content: [{ type: 'text', text: `What was found in the documents:\n\n${text}` }] },
    ];
  });
}

function valueOf(output: object): unknown {
  return 'value' in output ? output.value : '';
}
