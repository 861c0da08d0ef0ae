// The parts of the engine that Ibid's own page and client need. Nothing here uses Node.
export { quotedPassage } from '../citations/citation.js';
export { passageWords } from '../citations/passage-words.js';
export { listCitedSources } from '../citations/render/list-cited-sources.js';
export { compareVersions } from '../descriptors/compare-versions.js';
export { suggestFileName } from '../descriptors/reference-tags/suggest-file-name.js';
export { originItemId, originSpan } from '../sources/derived-item.js';
export { PACKET_VERSION } from '../turn/packet.js';
