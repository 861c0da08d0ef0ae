import type { LanguageModelV4, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { classifyProviderError } from '@ibid/core/internal';

export type ModelTestResult =
  | { ok: true; milliseconds: number; text: string }
  | { ok: false; code: string; message: string };

const PATIENCE_MILLISECONDS = 12_000;

/** Sent with the test, so a server that rejects tools shows it before the first question. */
const TOOL: LanguageModelV4FunctionTool = {
  type: 'function',
  name: 'report',
  description: 'Reports a fault. Not needed for this answer.',
  inputSchema: { type: 'object', properties: { fault: { type: 'string' } } },
};

/** One short request that distinguishes a wrong key, an unknown model and an unreachable host within seconds. */
export async function testModel(model: LanguageModelV4): Promise<ModelTestResult> {
  const started = performance.now();
  try {
    const { content } = await model.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Answer with the one word: ready' }] }],
      maxOutputTokens: 200,
      tools: [TOOL],
      abortSignal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return { ok: true, milliseconds: Math.round(performance.now() - started), text: text.slice(0, 200) };
  } catch (error) {
    const known = classifyProviderError({
      error,
      provider: model.provider,
      modelId: model.modelId,
      now: Date.now(),
      afterFirstToken: false,
    });
    return { ok: false, code: known.code, message: known.message };
  }
}
