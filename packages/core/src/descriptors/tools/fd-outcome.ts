import type { z } from 'zod';
import type { ToolOutcome } from '../../messages/tool-outcome.js';
import { DescriptorError } from '../errors/descriptor-errors.js';
import { escapeXmlText, xmlElement } from '../xml.js';

/** A page or short answer of a descriptor tool. It has its own limit, so it is never wrapped again (FD-1). */
function fdOutcome(text: string): ToolOutcome {
  return { text, isDescriptorPage: true };
}

/** FD-5. */
function renderFdError(error: DescriptorError): string {
  return xmlElement('fd_error', { type: error.type }, escapeXmlText(error.message));
}

/**
 * Names of position arguments in all tools. A value below 1 is out of range; any other problem is an invalid parameter.
 */
const PLACES = new Set<unknown>(['page', 'start', 'count', 'start_line', 'position']);

/** FD-5: arguments that do not match the schema are reported in the same form as all other errors. */
export function invalidFdInput(message: string, issues: readonly z.core.$ZodIssue[]): ToolOutcome {
  const isRange = issues.some(({ code, path }) => code === 'too_small' && PLACES.has(path[0]));
  const text = xmlElement(
    'fd_error',
    { type: isRange ? 'invalid_range' : 'invalid_parameter' },
    escapeXmlText(isRange ? `${message}\nPositions and counts start at 1.` : message),
  );
  return { ...fdOutcome(text), isError: true };
}

/** Runs a tool. Descriptor errors are reported to the model; others propagate to the turn. */
export async function answeringErrors(run: () => Promise<string>): Promise<ToolOutcome> {
  try {
    return fdOutcome(await run());
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    return { ...fdOutcome(renderFdError(error)), isError: true };
  }
}
