import { useDocumentHead } from '../api/items.js';

/** The title of a document, with its file name if another one in the list has the same title. */
export function ItemTitle(props: { itemId: string; title: string; isShared: boolean }) {
  const head = useDocumentHead(props.isShared ? props.itemId : null);
  const name = head.data?.name ?? '';
  return (
    <>
      <bdi className="break-words">{props.title}</bdi>
      {!props.isShared || name === '' || name === props.title ? null : (
        <>
          {' '}
          <bdi className="text-xs font-normal break-all text-soft">{name}</bdi>
        </>
      )}
    </>
  );
}
