import type { ToolContext } from '../messages/tool.js';

/**
 * The context passed to one call. Its signal is created on first access, because many tools never use it: on Node 20 a
 * signal costs as much as the rest of the call and stays in memory until the next full collection. The property is an
 * own property, so copies of the context have it too. All instances share one getter; otherwise the engine would keep a
 * hidden class for each.
 */
class CallContext {
  readonly #controller: AbortController;

  static readonly #signal: PropertyDescriptor & ThisType<CallContext> = {
    enumerable: true,
    configurable: true,
    get() {
      return this.#controller.signal;
    },
  };

  constructor(context: Omit<ToolContext, 'signal'>, controller: AbortController) {
    this.#controller = controller;
    Object.assign(this, context);
    Object.defineProperty(this, 'signal', CallContext.#signal);
  }
}

export function callContext(context: Omit<ToolContext, 'signal'>, controller: AbortController): ToolContext {
  return new CallContext(context, controller) as CallContext & ToolContext;
}
