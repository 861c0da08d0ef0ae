import type { ToolContext } from '../messages/tool.js';

/**
 * What one call is given besides its arguments. Its signal is made when somebody asks for it, because many tools never
 * do: on Node 20 one costs as much as the rest of the call, and stays in memory until the next full collection. The
 * property is the object's own, so that a copy of the context has it too, and its getter is the same for all, or the
 * engine would keep a hidden class for each.
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
