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

/** In the order in which they stand when a prompt does not place them; the date last, since it changes every turn. */
const dynamicSections = ['tools', 'citations', 'descriptors', 'date'] as const;
type DynamicSection = (typeof dynamicSections)[number];

/**
 * The prompt an administrator starts from. `{{name}}` marks where a dynamic section stands.
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

/** The packaged prompt in few words, for a small window; one that somebody wrote stays as it is. */
export function shortTemplate(template: string): string {
  return template === packagedSystemPrompt() ? withPlaces([shortAnsweringPrompt]) : template;
}

function withPlaces(sections: readonly string[]): string {
  return [...sections, ...dynamicSections.map((name) => `{{${name}}}`)].join('\n\n');
}

/** The citation rules by themselves, for when they have to be at the end of the context; `short` for a small window. */
export function citationRules(short = false): string {
  return short ? shortCitationsPrompt : citationsPrompt;
}

/**
 * Fills in a prompt's dynamic sections. One that it does not place is added at its end; `{{omit:name}}` leaves a
 * section out, and `{{day}}` stands for the date without the time, which keeps a prompt cache over turns of one day.
 */
export function renderSystemPrompt(options: {
  template: string;
  /** The dynamic sections in few words, for a small window; guidance of tools is left out. */
  short?: boolean;
  tools: readonly OfferedTool[];
  citationRules: boolean;
  descriptorsEnabled: boolean;
  /** ISO 8601, of the user message. */
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
  // Turns that follow each other within a minute, in any conversation, mostly have the same prompt.
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

/** Everything on tools is in this section: the general advice, then that of exactly the tools offered. */
function toolsSection(tools: readonly OfferedTool[]): string {
  if (tools.length === 0) return '';
  const advice = tools
    .filter((tool) => tool.guidance?.trim())
    .map((tool) => `## ${tool.name}\n${tool.guidance?.trim()}`);
  return [toolsPrompt, ...advice].join('\n\n');
}

/** Only while the feature is on; in few words only while there is a tool to read with. */
function descriptorsSection(options: Parameters<typeof renderSystemPrompt>[0]): string {
  if (!options.descriptorsEnabled) return '';
  if (!options.short) return descriptorsPrompt;
  return options.tools.some(({ name }) => name === 'read_fd') ? shortDescriptorsPrompt : '';
}
