const TOKEN = String.raw`[\w!#$&^.+-]{1,100}`;
const MEDIA_TYPE = new RegExp(String.raw`^${TOKEN}/${TOKEN}(?:; ?charset=${TOKEN})?$`, 'u');

/** A type as the sender says it, where it can be in a header; else that of any bytes. */
export function safeMediaType(type: string | undefined): string {
  const plain = (type ?? '').trim();
  return MEDIA_TYPE.test(plain) ? plain : 'application/octet-stream';
}
