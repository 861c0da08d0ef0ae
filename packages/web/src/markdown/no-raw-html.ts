/** Stands in for `rehype-raw`: nothing on this page turns HTML text into elements. */
export default function noRawHtml(): () => void {
  return () => undefined;
}
