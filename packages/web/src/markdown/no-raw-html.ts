/** Replaces `rehype-raw`: this page never turns HTML text into elements. */
export default function noRawHtml(): () => void {
  return () => undefined;
}
