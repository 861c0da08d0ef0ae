import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { messageOf } from '../api/api-error.js';
import { requestAttachment } from '../api/files.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { offerAttachment } from './offer-attachment.js';

/** Attaches an item to the current message, or to a new one (CTX-4); reports if it is too large. */
export function AttachItemButton({ itemId, isLink = false }: { itemId: string; isLink?: boolean }) {
  const navigate = useNavigate();
  const attach = useMutation({
    mutationFn: () => requestAttachment(itemId),
    onSuccess: async (file) => {
      offerAttachment(file);
      if (document.querySelector('[data-composer]') === null) await navigate({ to: '/' });
    },
  });
  return (
    <>
      {isLink ? (
        <button
          type="button"
          disabled={attach.isPending}
          onClick={() => attach.mutate()}
          className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-accent hover:underline disabled:opacity-50"
        >
          <Paperclip size={13} />
          {texts.composer.attachItem}
        </button>
      ) : (
        <Button icon={<Paperclip size={16} />} disabled={attach.isPending} onClick={() => attach.mutate()}>
          {texts.composer.attachItem}
        </Button>
      )}
      {attach.isError ? (
        <span role="alert" className="basis-full text-xs break-words text-unsupported">
          {messageOf(attach.error)}
        </span>
      ) : null}
    </>
  );
}
