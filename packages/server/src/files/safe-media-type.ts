const TOKEN = String.raw`[\w!#$&^.+-]{1,100}`;
const MEDIA_TYPE = new RegExp(String.raw`^${TOKEN}/${TOKEN}(?:; ?charset=${TOKEN})?$`, 'u');

/** The sender's media type if it is valid in a header; otherwise `application/octet-stream`. */
export function safeMediaType(type: string | undefined): string {
  const plain = (type ?? '').trim();
  return MEDIA_TYPE.test(plain) ? plain : 'application/octet-stream';
}
