// A language model inside the process: this measures the server, not reading a provider's response.
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

/** `burst` tokens arrive together every `gap` milliseconds, as in the packets of a fast provider. */
export function fakeLanguageModel({ tokens, burst, gap }) {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'bench/fake',
    supportedUrls: {},
    doGenerate() {
      throw new Error('Only streams are measured.');
    },
    async doStream() {
      return {
        stream: new ReadableStream({
          async start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            controller.enqueue({ type: 'text-start', id: '0' });
            for (let token = 0; token < tokens; token += 1) {
              if (token % burst === 0) await new Promise((resolve) => setTimeout(resolve, gap));
              controller.enqueue({ type: 'text-delta', id: '0', delta: `word${token % 100} ` });
            }
            controller.enqueue({ type: 'text-end', id: '0' });
            controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage });
            controller.close();
          },
        }),
      };
    },
  };
}
