export { reducePacket, reducePackets } from './reduce-packet.js';
export { emptyTurnView } from './turn-view.js';
export type {
  BlockView,
  CallView,
  CitationView,
  ProgressView,
  ReasoningBlock,
  ReferenceView,
  TextBlock,
  ToolsBlock,
  TurnView,
} from './turn-view.js';
