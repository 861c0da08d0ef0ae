import type { z } from 'zod';
import type { ToolOutcome } from '../../messages/tool-outcome.js';
import { DescriptorError } from '../errors/descriptor-errors.js';
import { escapeXmlText, xmlElement } from '../xml.js';

/** A page or a short answer of a descriptor tool: within its own limit, so never wrapped again (FD-1). */
function fdOutcome(text: string): ToolOutcome {
  return { text, isDescriptorPage: true };
}

/** FD-5: `<fd_error type>`. */
function renderFdError(error: DescriptorError): string {
  return xmlElement('fd_error', { type: error.type }, escapeXmlText(error.message));
}

/** What a place is called in any of the tools: one before the first is out of range, all else is a wrong parameter. */
const PLACES = new Set<unknown>(['page', 'start', 'count', 'start_line', 'position']);

/** FD-5: arguments that do not fit the schema are answered in the same form as everything else that goes wrong. */
export function invalidFdInput(message: string, issues: readonly z.core.$ZodIssue[]): ToolOutcome {
  const isRange = issues.some(({ code, path }) => code === 'too_small' && PLACES.has(path[0]));
  const text = xmlElement(
    'fd_error',
    { type: isRange ? 'invalid_range' : 'invalid_parameter' },
    escapeXmlText(isRange ? `${message}\nPositions and counts start at 1.` : message),
  );
  return { ...fdOutcome(text), isError: true };
}

/** Runs a tool; what goes wrong with descriptors is reported to the model, anything else is the turn's business. */
export async function answeringErrors(run: () => Promise<string>): Promise<ToolOutcome> {
  try {
    return fdOutcome(await run());
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    return { ...fdOutcome(renderFdError(error)), isError: true };
  }
}
