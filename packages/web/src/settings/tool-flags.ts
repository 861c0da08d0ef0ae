/** How answers are searched for and checked, as far as this page offers it. */
export interface ToolFlags {
  agentic: boolean;
  searchFirst: 'automatic' | 'always' | 'never';
  openUrl: boolean;
  secondOpinion: boolean;
  repair: boolean;
  against: boolean;
}

/** Reads the stored settings as the server does: what is missing or unknown counts as not set. */
export function toolFlags(tools: Readonly<Record<string, unknown>>): ToolFlags {
  const { agentic, searchFirst, openUrl, secondOpinion, repair, against } = tools;
  return {
    agentic: agentic !== false,
    searchFirst: searchFirst === 'always' || searchFirst === 'never' ? searchFirst : 'automatic',
    openUrl: openUrl === true,
    secondOpinion: secondOpinion === true,
    repair: repair === true,
    against: against === true,
  };
}
