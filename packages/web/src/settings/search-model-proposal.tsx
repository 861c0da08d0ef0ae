import { useSearchModels } from '../api/search-models.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';

/**
 * MOD-5: proposes a multilingual model, in one click, if documents are in languages that the current one does not know.
 */
export function SearchModelProposal() {
  const proposal = useSearchModels().data?.proposal ?? null;
  return proposal === null ? null : <Proposed proposal={proposal} />;
}

function Proposed({
  proposal,
}: {
  proposal: { choice: string; megabytes: number; languages: { language: string; items: number }[] };
}) {
  const chosen = useSettings().data?.system.models;
  const change = useChangeSettings();
  return (
    <Notice
      title={texts.searchModels.proposal}
      action={
        <Button
          disabled={change.isPending || chosen === undefined}
          onClick={() => change.mutate({ system: { models: { ...chosen, embedding: proposal.choice } } })}
        >
          {texts.searchModels.proposalUse(proposal.megabytes)}
        </Button>
      }
    >
      {texts.searchModels.proposalHint(proposal.languages)}
    </Notice>
  );
}
