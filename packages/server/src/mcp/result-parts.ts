/** A text returned by an MCP tool, with the server's name for it. */
export interface ResultPart {
  text: string;
  /** Null if the server does not say. */
  name: string | null;
  url: string | null;
}

interface ContentPart {
  type?: string;
  text?: string;
  uri?: string;
  name?: string;
  title?: string;
  resource?: { uri?: string; text?: string };
}

const LONGEST_NAME = 200;

/**
 * Splits a result by origin. A resource link names the text before it, or all of the text if it is the only link; an
 * embedded text is named by its address. Text without a link has no name.
 */
export function resultParts(content: unknown): ResultPart[] {
  const given = (Array.isArray(content) ? content : []) as ContentPart[];
  const links = given.filter(({ type }) => type === 'resource_link');
  const parts: ResultPart[] = [];
  let open: string[] = [];
  const close = (named: Pick<ResultPart, 'name' | 'url'>) => {
    if (open.length > 0) parts.push({ text: open.join('\n'), ...named });
    open = [];
  };
  for (const part of given) {
    if (part.type === 'text') open.push(part.text ?? '');
    else if (part.type === 'resource' && typeof part.resource?.text === 'string') {
      close(NAMELESS);
      parts.push({
        text: part.resource.text,
        ...nameOf({ name: part.resource.uri ?? '', uri: part.resource.uri ?? '' }),
      });
    } else if (part.type === 'resource_link') {
      if (links.length === 1) continue;
      if (open.length === 0) open.push(lineOf(part));
      close(nameOf(part));
    } else open.push(`[${part.type ?? 'unknown'} content]`);
  }
  const [only] = links;
  if (links.length === 1 && only && open.length === 0 && parts.length === 0) open.push(lineOf(only));
  close(links.length === 1 && only ? nameOf(only) : NAMELESS);
  return parts;
}

const NAMELESS = { name: null, url: null };

/** A link without text: the model may mention where something is. */
function lineOf({ title, name, uri }: ContentPart): string {
  return `${title ?? name ?? 'Resource'}: ${uri ?? ''}`;
}

function nameOf({ title, name, uri }: ContentPart): Pick<ResultPart, 'name' | 'url'> {
  const isWeb = uri !== undefined && URL.canParse(uri) && /^https?:$/u.test(new URL(uri).protocol);
  const called = (title ?? name ?? uri ?? '').trim().slice(0, LONGEST_NAME);
  return { name: called === '' ? null : called, url: isWeb ? uri : null };
}
