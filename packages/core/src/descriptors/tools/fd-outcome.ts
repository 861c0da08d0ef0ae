import type { ToolOutcome } from '../../turn/tool-outcome.js';
import { DescriptorError } from '../errors/descriptor-error.js';
import { escapeXmlText, xmlElement } from '../xml.js';

/** A page or a short answer of a descriptor tool: within its own limit, so never wrapped again (FD-1). */
function fdOutcome(text: string): ToolOutcome {
  return { text, isDescriptorPage: true };
}

/**
 * FD-5: `<fd_error type>`.
 *
 * ```ts
 * import { DescriptorNotFound, renderFdError } from '@ibid/core';
 *
 * console.log(renderFdError(new DescriptorNotFound('fd:7'))); // <fd_error type="not_found">…
 * ```
 */
export function renderFdError(error: DescriptorError): string {
  return xmlElement('fd_error', { type: error.type }, escapeXmlText(error.message));
}

/** Runs a tool; what goes wrong with descriptors is told to the model, anything else is the turn's business. */
export async function answeringErrors(run: () => Promise<string>): Promise<ToolOutcome> {
  try {
    return fdOutcome(await run());
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    return { ...fdOutcome(renderFdError(error)), isError: true };
  }
}
