import type { ModelFacts } from './model-facts.js';

/** Billions of parameters up to which a model answers from memory more often than it asks for a search. */
const SMALL = 4;
const WEAK = /tinyllama|smollm|stablelm|orca-mini|vicuna|^phi-?[123]|gemma-?[12](?!\d)|llama-?2(?!\d)/iu;

/**
 * Whether a model can be left to decide when to search. `refuses`: it takes no tools at all; `poor`: it takes them and
 * seldom uses them. By what its provider says and by its name, so a guess: the setting wins.
 */
export function toolSkill(name: string, facts: Pick<ModelFacts, 'takesTools'>): 'good' | 'poor' | 'refuses' {
  if (facts.takesTools === false) return 'refuses';
  const bare = name.split('/').at(-1) ?? name;
  const size = /(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z])/iu.exec(bare)?.[1];
  return WEAK.test(bare) || (size !== undefined && Number(size) <= SMALL) ? 'poor' : 'good';
}
