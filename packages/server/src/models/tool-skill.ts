import type { ModelFacts } from './model-facts.js';

/** Models of up to this many billion parameters answer from memory more often than they search. */
const SMALL = 4;
const WEAK = /tinyllama|smollm|stablelm|orca-mini|vicuna|^phi-?[123]|gemma-?[12](?!\d)|llama-?2(?!\d)/iu;

/**
 * Whether a model can decide by itself when to search. `refuses`: it accepts no tools; `poor`: it accepts them but
 * seldom uses them. Guessed from the provider's data and the name; a setting overrides it.
 */
export function toolSkill(name: string, facts: Pick<ModelFacts, 'takesTools'>): 'good' | 'poor' | 'refuses' {
  if (facts.takesTools === false) return 'refuses';
  const bare = name.split('/').at(-1) ?? name;
  const size = /(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z])/iu.exec(bare)?.[1];
  return WEAK.test(bare) || (size !== undefined && Number(size) <= SMALL) ? 'poor' : 'good';
}
