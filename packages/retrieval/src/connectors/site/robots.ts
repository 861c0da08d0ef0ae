/** What a site asks of crawlers (RFC 9309). */
export interface Robots {
  mayFetch(url: URL): boolean;
  /** Seconds between two requests. */
  delaySeconds: number;
  sitemaps: string[];
}

interface Rule {
  allows: boolean;
  pattern: string;
}

const AGENT = 'ibid';
const MOST_CHARACTERS = 500_000;
const MOST_RULES = 2_000;
const MOST_DELAY_SECONDS = 30;

/**
 * The group for Ibid applies, otherwise the one for all. The longest matching rule decides; between equals, the one
 * that allows.
 */
export function readRobots(text: string): Robots {
  const groups = new Map<string, { rules: Rule[]; delay: number }>();
  const sitemaps: string[] = [];
  let agents: string[] = [];
  let inRules = false;
  for (const line of text.slice(0, MOST_CHARACTERS).split(/\r\n|\r|\n/u)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/iu.exec(line) ?? [];
    const name = field.toLowerCase();
    const said = value.trim();
    if (name === 'sitemap') sitemaps.push(said);
    else if (name === 'user-agent') {
      if (inRules) agents = [];
      inRules = false;
      // Groups for other crawlers are dropped: groups times rules could fill the memory.
      if ([AGENT, '*'].includes(said.toLowerCase()) && !agents.includes(said.toLowerCase()))
        agents.push(said.toLowerCase());
    } else if (name === 'allow' || name === 'disallow' || name === 'crawl-delay') {
      inRules = true;
      for (const agent of agents) {
        const group = groups.get(agent) ?? { rules: [], delay: 0 };
        groups.set(agent, group);
        if (name === 'crawl-delay') group.delay = Math.min(MOST_DELAY_SECONDS, Number(said) || 0);
        else if (said !== '' && group.rules.length < MOST_RULES)
          group.rules.push({ allows: name === 'allow', pattern: said });
      }
    }
  }
  const group = groups.get(AGENT) ?? groups.get('*') ?? { rules: [], delay: 0 };
  return {
    mayFetch: (url) => isAllowed(group.rules, url.pathname + url.search),
    delaySeconds: group.delay,
    sitemaps,
  };
}

function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | null = null;
  for (const rule of rules) {
    if (!fits(path, rule.pattern)) continue;
    const isLonger = !best || rule.pattern.length > best.pattern.length;
    if (isLonger || (rule.allows && rule.pattern.length === best?.pattern.length)) best = rule;
  }
  return best?.allows ?? true;
}

/** `*` matches anything, a final `$` the end. Matching part by part keeps a pattern of many stars cheap. */
function fits(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (isWhole && index === rest.length - 1) return path.length - at >= part.length && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
