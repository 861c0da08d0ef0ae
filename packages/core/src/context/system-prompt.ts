import type { OfferedTool } from './context-input.js';
import { formatMoment } from './format-moment.js';
import {
  answeringPrompt,
  citationsPrompt,
  datePrompt,
  descriptorsPrompt,
  identityPrompt,
  shortAnsweringPrompt,
  shortCitationsPrompt,
  shortDescriptorsPrompt,
  toolsPrompt,
} from './prompts/prompts.generated.js';

/** The order for sections that a prompt does not place. The date is last because it changes every turn. */
const dynamicSections = ['tools', 'citations', 'descriptors', 'date'] as const;
type DynamicSection = (typeof dynamicSections)[number];

/**
 * The prompt an administrator starts from. `{{name}}` marks the place of a dynamic section.
 *
 * ```ts
 * import { packagedSystemPrompt } from '@ibid/core';
 *
 * const prompt = `You work for the harbour office.\n\n${packagedSystemPrompt()}`;
 * console.log(prompt.includes('{{tools}}')); // true: filled in by renderSystemPrompt
 * ```
 */
export function packagedSystemPrompt(): string {
  return withPlaces([identityPrompt, answeringPrompt]);
}

/** The short form of the packaged prompt, for a small window. A custom prompt stays as it is. */
export function shortTemplate(template: string): string {
  return template === packagedSystemPrompt() ? withPlaces([shortAnsweringPrompt]) : template;
}

function withPlaces(sections: readonly string[]): string {
  return [...sections, ...dynamicSections.map((name) => `{{${name}}}`)].join('\n\n');
}

/** The citation rules alone, for the end of the context; `short` for a small window. */
export function citationRules(short = false): string {
  return short ? shortCitationsPrompt : citationsPrompt;
}

/**
 * Fills in a prompt's dynamic sections. A section the prompt does not place is appended; `{{omit:name}}` leaves it out.
 * `{{day}}` is the date without the time, which keeps a prompt cache valid across the turns of a day.
 */
export function renderSystemPrompt(options: {
  template: string;
  /** Use the short dynamic sections, for a small window; tool guidance is left out. */
  short?: boolean;
  tools: readonly OfferedTool[];
  citationRules: boolean;
  descriptorsEnabled: boolean;
  /** ISO 8601 time of the user message. */
  createdAt: string;
  timeZone: string;
}): string {
  const moment = formatMoment(options);
  const sections: Record<DynamicSection, string> = {
    tools: options.short ? '' : toolsSection(options.tools),
    citations: options.citationRules ? citationRules(options.short) : '',
    descriptors: descriptorsSection(options),
    date: moment ? datePrompt.replace('{{moment}}', moment.dateAndTime).replace('{{zone}}', moment.zone) : '',
  };
  const day = moment?.date ?? '';
  const key = [options.template, ...Object.values(sections), day].join('\0');
  // Turns within the same minute, in any conversation, mostly have the same prompt.
  if (last.key !== key) last = { key, text: fillIn(options.template, sections, day) };
  return last.text;
}

let last = { key: '', text: '' };

function fillIn(given: string, sections: Record<DynamicSection, string>, day: string): string {
  let template = given;
  for (const name of dynamicSections) {
    const placed = template.includes(`{{${name}}}`) || (name === 'date' && template.includes('{{day}}'));
    const omitted = `{{omit:${name}}}`;
    if (template.includes(omitted)) template = template.replaceAll(omitted, '');
    else if (!placed) template += `\n\n{{${name}}}`;
  }
  return template
    .replaceAll(/\{\{(tools|citations|descriptors|date|day)\}\}/g, (_, name: string) =>
      name === 'day' ? day : sections[name as DynamicSection],
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** All advice on tools: the general part, then that of exactly the tools offered. */
function toolsSection(tools: readonly OfferedTool[]): string {
  if (tools.length === 0) return '';
  const advice = tools
    .filter((tool) => tool.guidance?.trim())
    .map((tool) => `## ${tool.name}\n${tool.guidance?.trim()}`);
  return [toolsPrompt, ...advice].join('\n\n');
}

/** Only if the feature is on; the short form only if there is a tool to read with. */
function descriptorsSection(options: Parameters<typeof renderSystemPrompt>[0]): string {
  if (!options.descriptorsEnabled) return '';
  if (!options.short) return descriptorsPrompt;
  return options.tools.some(({ name }) => name === 'read_fd') ? shortDescriptorsPrompt : '';
}
