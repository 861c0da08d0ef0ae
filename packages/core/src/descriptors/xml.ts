// Characters that XML 1.0 cannot contain even when escaped: most controls, unpaired surrogates, U+FFFE and U+FFFF.
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// oxlint-disable-next-line no-control-regex
const SPECIAL_IN_TEXT = /[&<>\r]/g;
const SPECIAL_IN_ATTRIBUTE = /[&<>"\t\n\r]/g;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  // A parser would turn a bare carriage return into a line feed.
  '\r': '&#13;',
};

/**
 * Escapes text content. A control character becomes its picture (U+2400 …); other forbidden characters become U+FFFD.
 */
export function escapeXmlText(text: string): string {
  return allowedInXml(text).replace(SPECIAL_IN_TEXT, entityOf);
}

/** For attribute values in double quotes. */
export function escapeXmlAttribute(value: string): string {
  return allowedInXml(value).replace(SPECIAL_IN_ATTRIBUTE, entityOf);
}

/** Attributes of an element; `undefined` ones are omitted. */
export type XmlAttributes = Record<string, string | number | boolean | undefined>;

/** An element; `content` must already be XML. Without content it is self-closing. */
export function xmlElement(name: string, attributes: XmlAttributes, content?: string): string {
  let open = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) open += ` ${key}="${escapeXmlAttribute(String(value))}"`;
  }
  return content === undefined ? `${open}/>` : `${open}>${content}</${name}>`;
}

function entityOf(character: string): string {
  return ENTITIES[character] ?? character;
}

/** Replaces characters that XML forbids but escapes nothing, for programs that write XML unchecked. */
export function allowedInXml(text: string): string {
  return text.replace(FORBIDDEN, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}
